-- A database as schema 1 had it (henka 0.1.0): three games of shogi, one of them against the engine, one resigned, and a game of somebody's own.
-- The definition of shogi is shortened.
BEGIN TRANSACTION;
CREATE TABLE definitions (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
INSERT INTO "definitions" VALUES(1,'name=shogi');
INSERT INTO "definitions" VALUES(2,'name=tiny
title=Tiny "game" 小
files=3
ranks=4
symmetry=rotate
holdingsType=-1
royal=K
king:K:K:k:b1
pawn:P:fW:p:b2
');
CREATE TABLE games (id TEXT PRIMARY KEY NOT NULL, definition INTEGER NOT NULL REFERENCES definitions (id), game TEXT NOT NULL, title TEXT NOT NULL, settings TEXT NOT NULL, start TEXT NOT NULL, moves TEXT NOT NULL, plies INTEGER NOT NULL, sente_engine INTEGER NOT NULL, gote_engine INTEGER NOT NULL, level INTEGER NOT NULL, created INTEGER NOT NULL, updated INTEGER NOT NULL, reason TEXT, winner INTEGER, agreed INTEGER NOT NULL, offer INTEGER, engine_turn INTEGER NOT NULL, version INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO "games" VALUES('38aba04cf22n',2,'tiny','Tiny "game" 小','{}','1k1/1p1/1P1/1K1 b - 1','2c2b',1,0,0,5,1795364393731,1795364393732,NULL,NULL,0,NULL,0,2);
INSERT INTO "games" VALUES('j5rten1r8hdm',1,'shogi','Shogi','{}','lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1','',0,0,1,3,1795364393728,1795364393728,NULL,NULL,0,NULL,0,1);
INSERT INTO "games" VALUES('p12dc6e58q0y',1,'shogi','Shogi','{}','lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1','7g7f 3c3d',2,0,0,5,1795364393709,1795364393726,NULL,NULL,0,1,0,4);
INSERT INTO "games" VALUES('x23wnznv85t6',1,'shogi','Shogi','{}','4k4/9/9/9/9/9/9/9/4K4 w R 1','',0,0,0,5,1795364393728,1795364393729,'resignation',0,1,NULL,0,2);
CREATE INDEX games_by_time ON games (updated);
CREATE INDEX games_waiting ON games (updated) WHERE engine_turn;
PRAGMA application_id = 1214597985;
PRAGMA user_version = 1;
COMMIT;
