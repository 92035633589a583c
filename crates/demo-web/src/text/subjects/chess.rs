//! Vocabulary on chess.

use super::{Subject, Subtopic};

pub(crate) static CHESS: Subject = Subject {
    id: "chess",
    title: "Chess",
    name: "chess",
    query: "chess opening endgame tactics pawn",
    people: "chess players|club captains|grandmasters|problem composers|chess coaches",
    related: &["jazz", "study", "town"],
    subtopics: &[
        Subtopic {
            slug: "openings",
            title: "Chess openings",
            noun_phrases: "a gambit|the center pawn|a quiet opening|the queen's bishop|a move order",
            verb_phrases: "develop the knights before the bishops|castle within ten moves|learn the ideas of an opening|offer a pawn for time|avoid early queen moves",
            clauses: "the opening turns into a different one|black equalizes with a pawn break|the bishop is shut in behind its pawns|white keeps a small plus in space|a novelty appears on move nine",
        },
        Subtopic {
            slug: "tactics",
            title: "Chess tactics",
            noun_phrases: "a fork|the pinned knight|a back-rank mate|a quiet move|a discovered check",
            verb_phrases: "look at every check and capture|solve ten tactics before breakfast|count the attackers of a square|sacrifice the exchange|check the opponent's threat first",
            clauses: "the knight forks king and queen|the back rank is weak|a defender is overloaded|the combination fails to a quiet move|both players overlook mate in two",
        },
        Subtopic {
            slug: "endgames",
            title: "Chess endgames",
            noun_phrases: "a rook endgame|a passed pawn|the opposition|a bishop of the wrong color|a fortress",
            verb_phrases: "bring the king to the center in the endgame|put the rook behind the passed pawn|cut off the enemy king|learn the basic pawn endgames|build a bridge for the rook",
            clauses: "the pawn queens with check|the king loses the opposition|most rook endgames are drawn|the outside pawn decoys the king|zugzwang decides the game",
        },
        Subtopic {
            slug: "clubs",
            title: "Chess clubs and tournaments",
            noun_phrases: "a chess clock|a league match|the pairing list|a rapid tournament|a post-mortem",
            verb_phrases: "write down every move|shake hands before the game|press the clock with the same hand|analyze lost games with a stronger player|rest between two rounds",
            clauses: "the clock shows ten seconds|the last round is paired by points|a phone rings and the game is lost|the junior team beats the first team|the arbiter is called to board three",
        },
    ],
};
