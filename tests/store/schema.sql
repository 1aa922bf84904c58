-- The schema of a new database, as database.c finds it in sqlite_schema, by name.
CREATE TABLE bans (kind TEXT NOT NULL, what TEXT NOT NULL, mutes INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (kind, what, mutes)) WITHOUT ROWID;
CREATE TABLE deeds (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, what TEXT NOT NULL, game TEXT NOT NULL DEFAULT '');
CREATE TABLE definitions (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE feeds (browser BLOB PRIMARY KEY NOT NULL, token BLOB NOT NULL UNIQUE);
CREATE TABLE games (id TEXT PRIMARY KEY NOT NULL, definition INTEGER NOT NULL REFERENCES definitions (id), game TEXT NOT NULL, title TEXT NOT NULL, settings TEXT NOT NULL, start TEXT NOT NULL, moves TEXT NOT NULL, plies INTEGER NOT NULL, sente_engine INTEGER NOT NULL, gote_engine INTEGER NOT NULL, level INTEGER NOT NULL, created INTEGER NOT NULL, updated INTEGER NOT NULL, reason TEXT, winner INTEGER, agreed INTEGER NOT NULL, offer INTEGER, engine_turn INTEGER NOT NULL, version INTEGER NOT NULL, turn INTEGER, movetime INTEGER NOT NULL DEFAULT 0, two INTEGER NOT NULL DEFAULT 0, open INTEGER, invitation BLOB, sente_token BLOB, gote_token BLOB, sente_name TEXT NOT NULL DEFAULT '', gote_name TEXT NOT NULL DEFAULT '', toss INTEGER, undo_offer INTEGER, rematch_offer INTEGER, rematch TEXT NOT NULL DEFAULT '', clock_kind INTEGER NOT NULL DEFAULT 0, clock_main INTEGER NOT NULL DEFAULT 0, clock_increment INTEGER NOT NULL DEFAULT 0, clock_byoyomi INTEGER NOT NULL DEFAULT 0, clock_periods INTEGER NOT NULL DEFAULT 0, clock_days INTEGER NOT NULL DEFAULT 0, sente_left INTEGER NOT NULL DEFAULT 0, gote_left INTEGER NOT NULL DEFAULT 0, sente_periods INTEGER NOT NULL DEFAULT 0, gote_periods INTEGER NOT NULL DEFAULT 0, clock_running INTEGER, clock_since INTEGER NOT NULL DEFAULT 0, deadline INTEGER, held INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE INDEX games_by_definition ON games (definition);
CREATE INDEX games_by_time ON games (updated);
CREATE TRIGGER games_changed AFTER UPDATE OF updated ON games BEGIN UPDATE holders SET updated = new.updated WHERE game = new.id; END;
CREATE INDEX games_of_nobody ON games (updated) WHERE NOT held;
CREATE INDEX games_running ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_spare ON games (updated, reason) WHERE deadline IS NULL;
CREATE INDEX games_waited ON games (updated) WHERE reason IS NULL AND (plies = 0 OR open IS NOT NULL);
CREATE INDEX games_waiting ON games (updated) WHERE engine_turn;
CREATE TABLE holders (browser BLOB NOT NULL, game TEXT NOT NULL, sides INTEGER NOT NULL, listed INTEGER NOT NULL, updated INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (browser, game)) WITHOUT ROWID;
CREATE INDEX holders_by_game ON holders (game);
CREATE INDEX holders_by_time ON holders (browser, updated) WHERE listed;
CREATE TABLE server (alive INTEGER NOT NULL);
CREATE TABLE sqlite_sequence(name,seq);
