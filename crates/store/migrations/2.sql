-- Rooms by layer are answered from the index alone.
DROP INDEX idx_rooms_layer;
CREATE INDEX idx_rooms_layer ON Rooms (sector_id, vertical_layer, number, room_id);

-- The zones of an open world belong to an edition of it. A save that replaces the whole world
-- writes a new edition, which becomes current with the one row of the world.
CREATE TABLE Editions (
    edition_id {id},
    made_at {time} NOT NULL DEFAULT CURRENT_TIMESTAMP
);
ALTER TABLE Worlds ADD COLUMN edition_id BIGINT;

-- Zones that differ from their seed. The zone is in every key, and nothing refers to another
-- server, so that these tables can be spread by zone.
CREATE TABLE Zones (
    edition_id BIGINT NOT NULL,
    zone TEXT NOT NULL,
    revision BIGINT NOT NULL DEFAULT 1,
    updated_at {time} NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (edition_id, zone)
) {by zone};

-- What was added at run time.
CREATE TABLE Zone_Connections (
    edition_id BIGINT NOT NULL,
    zone TEXT NOT NULL,
    number INTEGER NOT NULL,
    x INTEGER NOT NULL,
    y INTEGER NOT NULL,
    connection_type TEXT NOT NULL,
    object TEXT,
    PRIMARY KEY (edition_id, zone, number),
    FOREIGN KEY (edition_id, zone) REFERENCES Zones (edition_id, zone) ON DELETE CASCADE
) {by zone};

CREATE TABLE Zone_Cells (
    edition_id BIGINT NOT NULL,
    zone TEXT NOT NULL,
    y INTEGER NOT NULL,
    x INTEGER NOT NULL,
    cell TEXT NOT NULL,
    PRIMARY KEY (edition_id, zone, y, x),
    FOREIGN KEY (edition_id, zone) REFERENCES Zones (edition_id, zone) ON DELETE CASCADE
) {by zone};

CREATE TABLE Zone_Properties (
    edition_id BIGINT NOT NULL,
    zone TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (edition_id, zone, name),
    FOREIGN KEY (edition_id, zone) REFERENCES Zones (edition_id, zone) ON DELETE CASCADE
) {by zone};

-- What happened to a zone: a row for each of its revisions that somebody described.
CREATE TABLE Zone_Events (
    edition_id BIGINT NOT NULL,
    zone TEXT NOT NULL,
    revision BIGINT NOT NULL,
    detail TEXT NOT NULL,
    happened_at {time} NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (edition_id, zone, revision),
    FOREIGN KEY (edition_id, zone) REFERENCES Zones (edition_id, zone) ON DELETE CASCADE
) {by zone};

-- Characters, games and recordings: bytes with the number of their format.
CREATE TABLE Saves (
    world_id BIGINT NOT NULL REFERENCES Worlds (world_id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    revision BIGINT NOT NULL DEFAULT 1,
    format INTEGER NOT NULL,
    content {bytes} NOT NULL,
    -- Where somebody is and how well they are, for whoever asks with SQL.
    place TEXT,
    hit_points BIGINT,
    updated_at {time} NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (world_id, kind, name),
    CHECK (kind IN ('character', 'game', 'recording'))
);
CREATE VIEW Characters AS
    SELECT world_id, name, place, hit_points, revision, updated_at FROM Saves WHERE kind = 'character';

-- What happened to a world, in order.
CREATE TABLE Events (
    event_id {id},
    world_id BIGINT NOT NULL REFERENCES Worlds (world_id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    detail TEXT NOT NULL,
    happened_at {time} NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX idx_events_world ON Events (world_id, event_id);

-- Which of several servers this one is; empty if it is the only one.
CREATE TABLE Servers (
    position INTEGER PRIMARY KEY,
    servers INTEGER NOT NULL,
    store TEXT NOT NULL
);

-- Open worlds from before have an edition each.
INSERT INTO Editions (edition_id) SELECT world_id FROM Worlds WHERE kind = 'strata';
UPDATE Worlds SET edition_id = world_id WHERE kind = 'strata';
