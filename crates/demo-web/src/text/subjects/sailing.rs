//! Vocabulary on sailing.

use super::{Subject, Subtopic};

pub(crate) static SAILING: Subject = Subject {
    id: "sailing",
    title: "Sailing",
    name: "sailing",
    query: "sailing boat sails navigation wind",
    people: "sailing instructors|skippers|dinghy sailors|harbor masters|crews of small boats",
    related: &["bird-watching", "first-aid", "travel"],
    subtopics: &[
        Subtopic {
            slug: "sail-trim",
            title: "Sail trim and wind",
            noun_phrases: "a mainsail|the jib sheet|a telltale|the kicking strap|a gust",
            verb_phrases: "ease the sheet until the sail luffs|reef the mainsail early|watch the telltales on the jib|sail flat in a gust|move the crew weight to windward",
            clauses: "the wind veers behind the headland|the boat heels and rounds up|the sail stalls on a broad reach|the jib backs in the tack|a squall darkens the water",
        },
        Subtopic {
            slug: "navigation",
            title: "Coastal navigation under sail",
            noun_phrases: "a paper chart|a hand compass|the tidal stream|a leading line|a pilot book",
            verb_phrases: "plot the boat's position every hour|take a bearing on the lighthouse|allow for the tide on a long leg|plan the passage the evening before|sail a compass course by night",
            clauses: "the tide sets the boat onto the bank|fog hides the harbor entrance|the compass swings near the engine|the buoy is not where the chart shows it|a light flashes twice every ten seconds",
        },
        Subtopic {
            slug: "seamanship",
            title: "Seamanship and knots",
            noun_phrases: "a bowline|the anchor chain|a mooring buoy|a life jacket|a round turn",
            verb_phrases: "tie a bowline behind the back|let out five times the depth in chain|clip on before leaving the cockpit|practice the man-overboard turn|coil every line with the clock",
            clauses: "the anchor drags at two in the morning|a line wraps around the propeller|the boat swings with the turn of the tide|chafe eats through the mooring line|the harbor dries out at low water",
        },
        Subtopic {
            slug: "boats",
            title: "Choosing and keeping a sailing boat",
            noun_phrases: "a sailing boat|a wooden hull|the keel|a second-hand dinghy|the standing rigging",
            verb_phrases: "survey the hull before buying|antifoul the boat in April|check the rigging for broken strands|varnish the mast in thin coats|store the sails dry",
            clauses: "osmosis blisters the hull|the keel bolts weep rust|a small boat is sailed more often|the deck leaks above the bunk|the old boat sails better than she looks",
        },
    ],
};
