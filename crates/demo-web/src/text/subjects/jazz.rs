//! Vocabulary on jazz.

use super::{Subject, Subtopic};

pub(crate) static JAZZ: Subject = Subject {
    id: "jazz",
    title: "Jazz",
    name: "jazz",
    query: "jazz improvisation saxophone swing",
    people: "jazz musicians|rhythm sections|record collectors|band leaders|students of improvisation",
    related: &["chess", "town", "study"],
    subtopics: &[
        Subtopic {
            slug: "improvisation",
            title: "Jazz improvisation",
            noun_phrases: "a solo|the blues scale|a chord change|a motif|a jazz standard",
            verb_phrases: "sing the solo before playing it|outline the chord changes|leave space between two phrases|transcribe a chorus by ear|practice improvisation over one chord",
            clauses: "the soloist quotes another tune|the harmony moves every two beats|a wrong note resolves by a half step|the bridge goes to a distant key|the drummer answers the phrase",
        },
        Subtopic {
            slug: "swing",
            title: "Swing and the big bands",
            noun_phrases: "a big band|the brass section|a riff|the ride cymbal|a dance hall",
            verb_phrases: "swing the eighth notes lightly|balance the saxophone section|arrange a riff for five horns|lock the bass to the ride cymbal|play behind the beat",
            clauses: "the band swings hardest at medium tempo|the trumpets shout over the last chorus|dancers set the tempo|the guitar strums four to the bar|the leader cuts off the band with one hand",
        },
        Subtopic {
            slug: "saxophone",
            title: "The jazz saxophone",
            noun_phrases: "a tenor saxophone|the mouthpiece|a cane reed|a long tone|an alto player",
            verb_phrases: "play long tones every morning|soak a new reed before the set|tune the saxophone when it is warm|copy the breath of an old master|try a wider mouthpiece",
            clauses: "the reed squeaks in the upper register|the tenor speaks softly at the bottom|a leaking pad kills the low notes|the player bends into the note|the tone fills the whole club",
        },
        Subtopic {
            slug: "records",
            title: "Jazz records and history",
            noun_phrases: "a jazz record|a live session|the liner notes|a quintet|a late-night broadcast",
            verb_phrases: "listen to bebop after swing|read the liner notes closely|compare two takes of one tune|collect early pressings|trace a jazz tune to its first recording",
            clauses: "bebop moves jazz from the dance floor to the club|the second take is the famous one|the quintet breaks up after one tour|the tape runs out before the last chord|cool players answer the heat of bebop",
        },
    ],
};
