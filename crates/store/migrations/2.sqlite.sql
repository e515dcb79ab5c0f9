-- Who changed what, for the other processes that use this file; the latest alone are kept.
CREATE TABLE Announcements (
    announcement_id INTEGER PRIMARY KEY AUTOINCREMENT,
    writer TEXT NOT NULL,
    world TEXT NOT NULL,
    zone TEXT
);
