-- Worlds of every kind. A sector is in the tables below; other worlds are whole in `document`.
CREATE TABLE Worlds (
    world_id {id},
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    format INTEGER NOT NULL,
    generation INTEGER,
    seed TEXT,
    revision BIGINT NOT NULL DEFAULT 1,
    document TEXT,
    created_at {time} NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at {time} NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CHECK (kind IN ('map', 'sector', 'maze', 'strata'))
);

CREATE TABLE Sectors (
    sector_id BIGINT PRIMARY KEY REFERENCES Worlds (world_id) ON DELETE CASCADE,
    blueprint TEXT NOT NULL,
    is_brought BOOLEAN NOT NULL DEFAULT {no},
    story TEXT,
    -- The cells, if it was saved with them, and the character in it, as in the JSON of a sector.
    cells TEXT,
    expedition TEXT
);

CREATE TABLE Rooms (
    sector_id BIGINT NOT NULL REFERENCES Sectors (sector_id) ON DELETE CASCADE,
    room_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    archetype TEXT NOT NULL,
    node TEXT NOT NULL,
    size TEXT NOT NULL,
    coord_x INTEGER NOT NULL DEFAULT 0,
    coord_y INTEGER NOT NULL DEFAULT 0,
    coord_z INTEGER NOT NULL DEFAULT 0,
    extent_x INTEGER NOT NULL DEFAULT 1,
    extent_y INTEGER NOT NULL DEFAULT 1,
    extent_z INTEGER NOT NULL DEFAULT 1,
    vertical_layer TEXT DEFAULT 'GroundLevel',
    biome TEXT NOT NULL,
    blend TEXT NOT NULL DEFAULT '[]',
    description TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (sector_id, room_id),
    CHECK (vertical_layer IN ('Canopy', 'UpperTrunk', 'LowerTrunk', 'GroundLevel', 'UpperRoots', 'LowerRoots', 'DeepRoots'))
);
CREATE INDEX idx_rooms_position ON Rooms (sector_id, coord_x, coord_y, coord_z);
CREATE INDEX idx_rooms_layer ON Rooms (sector_id, vertical_layer);

CREATE TABLE Room_Contents (
    sector_id BIGINT NOT NULL,
    room_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    at_x INTEGER NOT NULL,
    at_y INTEGER NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    properties TEXT,
    PRIMARY KEY (sector_id, room_id, number),
    FOREIGN KEY (sector_id, room_id) REFERENCES Rooms (sector_id, room_id) ON DELETE CASCADE
);

CREATE TABLE Locks (
    sector_id BIGINT NOT NULL,
    lock_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    key_room_id TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (sector_id, lock_id),
    FOREIGN KEY (sector_id, key_room_id) REFERENCES Rooms (sector_id, room_id) ON DELETE CASCADE
);

CREATE TABLE Edges (
    sector_id BIGINT NOT NULL,
    number INTEGER NOT NULL,
    a_room_id TEXT NOT NULL,
    b_room_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    passage TEXT NOT NULL,
    PRIMARY KEY (sector_id, number),
    FOREIGN KEY (sector_id, a_room_id) REFERENCES Rooms (sector_id, room_id) ON DELETE CASCADE,
    FOREIGN KEY (sector_id, b_room_id) REFERENCES Rooms (sector_id, room_id) ON DELETE CASCADE
);

CREATE TABLE Exits (
    sector_id BIGINT NOT NULL,
    number INTEGER NOT NULL,
    from_room_id TEXT NOT NULL,
    to_room_id TEXT NOT NULL,
    direction TEXT NOT NULL,
    unit_x INTEGER NOT NULL,
    unit_y INTEGER NOT NULL,
    unit_z INTEGER NOT NULL,
    -- The units of the corridor, as a JSON array.
    via TEXT NOT NULL DEFAULT '[]',
    lock_id TEXT,
    PRIMARY KEY (sector_id, number),
    FOREIGN KEY (sector_id, from_room_id) REFERENCES Rooms (sector_id, room_id) ON DELETE CASCADE,
    FOREIGN KEY (sector_id, to_room_id) REFERENCES Rooms (sector_id, room_id) ON DELETE CASCADE,
    FOREIGN KEY (sector_id, lock_id) REFERENCES Locks (sector_id, lock_id) ON DELETE CASCADE
);

CREATE TABLE Vertical_Connections (
    sector_id BIGINT NOT NULL,
    connection_id INTEGER NOT NULL,
    from_room_id TEXT NOT NULL,
    to_room_id TEXT NOT NULL,
    connection_type TEXT NOT NULL,
    -- What a collapsed connection was before.
    underlying_type TEXT,
    traversal_dc INTEGER NOT NULL DEFAULT 0,
    is_blocked BOOLEAN NOT NULL DEFAULT {no},
    blockage_description TEXT,
    levels_spanned INTEGER NOT NULL DEFAULT 1,
    description TEXT,
    -- A JSON array.
    hazards TEXT NOT NULL DEFAULT '[]',
    is_bidirectional BOOLEAN NOT NULL DEFAULT {yes},
    -- Only elevators have a power state.
    is_powered BOOLEAN,
    column_x INTEGER NOT NULL,
    column_y INTEGER NOT NULL,
    lock_id TEXT,
    created_at {time} NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (sector_id, connection_id),
    FOREIGN KEY (sector_id, from_room_id) REFERENCES Rooms (sector_id, room_id) ON DELETE CASCADE,
    FOREIGN KEY (sector_id, to_room_id) REFERENCES Rooms (sector_id, room_id) ON DELETE CASCADE,
    FOREIGN KEY (sector_id, lock_id) REFERENCES Locks (sector_id, lock_id) ON DELETE CASCADE,
    CHECK (connection_type IN ('Stairs', 'Shaft', 'Elevator', 'Ladder', 'Collapsed')),
    CHECK (underlying_type IN ('Stairs', 'Shaft', 'Elevator', 'Ladder')),
    CHECK (traversal_dc >= 0 AND traversal_dc <= 25),
    CHECK (levels_spanned >= 1 AND levels_spanned <= 6)
);
CREATE INDEX idx_vertical_from ON Vertical_Connections (sector_id, from_room_id);
CREATE INDEX idx_vertical_to ON Vertical_Connections (sector_id, to_room_id);
CREATE INDEX idx_vertical_type ON Vertical_Connections (sector_id, connection_type);

CREATE TABLE Spatial_Validation_Log (
    validation_id {id},
    sector_id BIGINT NOT NULL REFERENCES Sectors (sector_id) ON DELETE CASCADE,
    validation_type TEXT NOT NULL,
    severity TEXT NOT NULL,
    room_id_1 TEXT,
    room_id_2 TEXT,
    description TEXT NOT NULL,
    validated_at {time} NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CHECK (severity IN ('Warning', 'Error', 'Critical'))
);
CREATE INDEX idx_validation_sector ON Spatial_Validation_Log (sector_id);
