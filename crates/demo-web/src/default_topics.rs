//! Lists the topics of the default web as data, for a program that offers them before it loads the web.

/// A topic of the web of [`super::DEFAULT_SEED`]; the fields are those of [`super::Topic`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DefaultTopic {
    /// Display name.
    pub title: &'static str,
    /// A typical search query.
    pub query: &'static str,
    /// Start URLs.
    pub seeds: &'static [&'static str],
    /// Pages on the topic.
    pub examples: &'static [&'static str],
}

/// The topics of the web of [`super::DEFAULT_SEED`], in the order of [`super::DemoWeb::topics`].
pub static DEFAULT_TOPICS: [DefaultTopic; 13] = [
    DefaultTopic {
        title: "Linux",
        query: "linux kernel distribution shell",
        seeds: &[
            "http://portal.test/",
            "http://daily-herald.test/",
            "http://slow-journeys.test/",
            "http://northfield-university.test/",
        ],
        examples: &[
            "http://penguin-desk.test/kernel/first-mirror-the-repository-locally-then-compile-a-kernel",
            "http://penguin-desk.test/shell/is-it-wise-to-test-a-script-with-strict-options",
            "http://penguin-desk.test/kernel/the-linux-kernel-for-beginners-the-scheduler-2",
            "http://shell-and-kernel.test/2019/11/the-linux-shell-in-2003",
            "http://shell-and-kernel.test/2014/04/how-to-harden-remote-logins-with-keys-when-a-driver-claims",
            "http://tech-notes.test/node/4126",
            "http://tech-notes.test/node/4354",
            "http://open-almanac.test/volume-9/what-oscar-vogel-says-about-a-device-driver",
        ],
    },
    DefaultTopic {
        title: "Asthma",
        query: "asthma inhaler symptoms treatment",
        seeds: &[
            "http://web-guide.test/",
            "http://evening-post.test/",
            "http://plain-money.test/",
            "http://northfield-university.test/",
        ],
        examples: &[
            "http://asthma-guide.test/inhaler-technique/first-measure-lung-function-before-and-after-a-dose-then",
            "http://asthma-guide.test/attacks/managing-an-asthma-attack-in-2001",
            "http://asthma-guide.test/inhaler-technique/inhaler-technique-an-inhaler-and-a-dry-powder-inhaler",
            "http://easy-breathing.test/node/4039",
            "http://easy-breathing.test/node/4108",
            "http://health-letters.test/p?id=142",
            "http://health-letters.test/p?id=218",
            "http://open-almanac.test/volume-10/first-ask-about-side-effects-then-take-the-preventer-every",
        ],
    },
    DefaultTopic {
        title: "Robotics",
        query: "robotics robot sensors control",
        seeds: &[
            "http://start-here.test/",
            "http://hansen-family.test/",
            "http://campus-life.test/",
            "http://northfield-university.test/",
        ],
        examples: &[
            "http://robot-workshop.test/articles/robot-sensors-for-beginners-the-inertial-sensor.html",
            "http://robot-workshop.test/articles/robot-arms-and-grippers-a-control-law-and-a-gripper.html",
            "http://robot-workshop.test/articles/learning-to-follow-a-corridor-by-its-walls-in-aldbury.html",
            "http://moving-machines.test/p?id=109",
            "http://moving-machines.test/p?id=132",
            "http://tech-notes.test/node/4096",
            "http://tech-notes.test/node/4297",
            "http://open-almanac.test/volume-4/april-letter-a-worker-steps-into-the-cell",
        ],
    },
    DefaultTopic {
        title: "Dengue fever",
        query: "dengue fever mosquito virus",
        seeds: &[
            "http://portal.test/",
            "http://slow-journeys.test/",
            "http://corner-shop.test/",
            "http://aldbury-college.test/",
        ],
        examples: &[
            "http://dengue-watch.test/symptoms/february-letter-the-vaccine-protects-those-infected-before",
            "http://dengue-watch.test/outbreaks/dengue-outbreaks-an-outbreak-and-a-vaccine",
            "http://dengue-watch.test/symptoms/nadia-okafor-on-a-high-fever",
            "http://rainy-season.test/node/4039",
            "http://rainy-season.test/node/4108",
            "http://health-letters.test/p?id=147",
            "http://health-letters.test/p?id=222",
            "http://open-almanac.test/volume-11/first-compare-the-four-serotypes-then-drink-plenty-of-fluids",
        ],
    },
    DefaultTopic {
        title: "Java programming",
        query: "java programming class virtual machine",
        seeds: &[
            "http://web-guide.test/",
            "http://plain-money.test/",
            "http://old-town.test/",
            "http://aldbury-college.test/",
        ],
        examples: &[
            "http://java-notebook.test/articles/on-the-constructor-and-a-heap-dump.html",
            "http://java-notebook.test/articles/a-closer-look-at-the-virtual-machine-2.html",
            "http://java-notebook.test/articles/why-an-interrupted-thread-ignores-the-signal.html",
            "http://the-heap.test/p?id=109",
            "http://the-heap.test/p?id=132",
            "http://tech-notes.test/node/4111",
            "http://tech-notes.test/node/4309",
            "http://open-almanac.test/volume-7/concurrency-in-java-for-beginners-a-lock",
        ],
    },
    DefaultTopic {
        title: "First aid",
        query: "first aid emergency bleeding resuscitation",
        seeds: &[
            "http://start-here.test/",
            "http://campus-life.test/",
            "http://last-stop.test/",
            "http://marwick-institute.test/",
        ],
        examples: &[
            "http://first-aid-manual.test/bleeding/on-a-pressure-bandage-and-a-tourniquet",
            "http://first-aid-manual.test/resuscitation/what-samuel-petrov-says-about-the-wound",
            "http://first-aid-manual.test/burns-and-poisons/five-mistakes-with-a-swallowed-poison",
            "http://first-aid-manual.test/kits-and-courses/first-aid-kits-and-courses-for-beginners-the-emergency-plan",
            "http://health-letters.test/p?id=149",
            "http://health-letters.test/p?id=202",
            "http://slow-journeys.test/journeys/what-maria-moreno-says-about-a-swallowed-poison",
            "http://open-almanac.test/volume-9/a-closer-look-at-a-refresher-course",
        ],
    },
    DefaultTopic {
        title: "Astronomy",
        query: "astronomy telescope stars planets",
        seeds: &[
            "http://portal.test/",
            "http://corner-shop.test/",
            "http://daily-herald.test/",
            "http://northfield-university.test/",
        ],
        examples: &[
            "http://star-almanac.test/articles/learning-to-use-a-red-filter-on-mars-in-eastry.html",
            "http://star-almanac.test/articles/is-it-wise-to-measure-the-redshift-of-a-galaxy.html",
            "http://star-almanac.test/articles/a-closer-look-at-a-reflecting-mirror.html",
            "http://dark-sky-club.test/2005/06/is-it-wise-to-learn-the-constellations-first",
            "http://dark-sky-club.test/2005/10/when-dew-settles-on-the-corrector-plate-what-variable-star",
            "http://outdoor-weekly.test/articles/why-a-variable-star-fades-within-a-week.html",
            "http://outdoor-weekly.test/articles/november-letter-a-wobbly-tripod-spoils-every-view.html",
            "http://open-almanac.test/volume-3/david-petrov-on-the-great-red-spot",
        ],
    },
    DefaultTopic {
        title: "Cheese making",
        query: "cheese making rennet curd milk",
        seeds: &[
            "http://web-guide.test/",
            "http://old-town.test/",
            "http://evening-post.test/",
            "http://marwick-institute.test/",
        ],
        examples: &[
            "http://cheese-cellar.test/curd/milk-rennet-and-curd-for-beginners-a-starter-culture",
            "http://cheese-cellar.test/soft-cheese/soft-and-blue-cheese-notes-from-ardmore",
            "http://cheese-cellar.test/curd/leila-novak-on-a-starter-culture",
            "http://curd-and-whey.test/node/4039",
            "http://curd-and-whey.test/node/4108",
            "http://kitchen-journal.test/2007/05/when-the-blue-spreads-along-the-needle-holes-what-cheese",
            "http://kitchen-journal.test/2012/02/how-to-ladle-the-curd-by-hand",
            "http://open-almanac.test/volume-1/five-mistakes-with-a-long-aged-cheese",
        ],
    },
    DefaultTopic {
        title: "Bird watching",
        query: "bird watching binoculars migration nest",
        seeds: &[
            "http://start-here.test/",
            "http://last-stop.test/",
            "http://hansen-family.test/",
            "http://vellin-university.test/",
        ],
        examples: &[
            "http://bird-diary.test/2018/07/field-craft-for-bird-watching-a-spotting-scope-and-a-mud-flat",
            "http://bird-diary.test/2017/07/january-letter-a-peregrine-scatters-the-roost",
            "http://bird-diary.test/2021/05/five-mistakes-with-a-tawny-owl",
            "http://bird-diary.test/2011/11/how-to-age-a-gull-by-its-wing-tips",
            "http://outdoor-weekly.test/articles/how-to-raise-the-binoculars-without-looking-away-when-the.html",
            "http://outdoor-weekly.test/articles/five-mistakes-with-the-tail-wind.html",
            "http://outdoor-weekly.test/articles/first-keep-cats-away-from-fledglings-then-clean-old-nests-in.html",
            "http://open-almanac.test/volume-1/how-to-watch-waders-on-a-rising-tide",
        ],
    },
    DefaultTopic {
        title: "Jazz",
        query: "jazz improvisation saxophone swing",
        seeds: &[
            "http://portal.test/",
            "http://daily-herald.test/",
            "http://slow-journeys.test/",
            "http://aldbury-college.test/",
        ],
        examples: &[
            "http://blue-note-pages.test/improvisation/when-the-second-take-is-the-famous-one-what-students-of",
            "http://blue-note-pages.test/swing/clara-moreno-on-the-ride-cymbal",
            "http://blue-note-pages.test/saxophone/learning-to-copy-the-breath-of-an-old-master-in-port-ellis",
            "http://blue-note-pages.test/records/when-bebop-moves-jazz-from-the-dance-floor-to-the-club-what",
            "http://swing-street.test/articles/jazz-improvisation-a-jazz-standard-and-a-motif.html",
            "http://swing-street.test/articles/is-it-wise-to-play-behind-the-beat.html",
            "http://evening-post.test/p?id=176",
            "http://open-almanac.test/volume-5/on-a-quintet-and-a-chord-change",
        ],
    },
    DefaultTopic {
        title: "Sailing",
        query: "sailing boat sails navigation wind",
        seeds: &[
            "http://web-guide.test/",
            "http://evening-post.test/",
            "http://plain-money.test/",
            "http://vellin-university.test/",
        ],
        examples: &[
            "http://under-sail.test/sail-trim/how-to-watch-the-telltales-on-the-jib-when-a-squall-darkens",
            "http://under-sail.test/navigation/why-a-light-flashes-twice-every-ten-seconds",
            "http://under-sail.test/seamanship/is-it-wise-to-tie-a-bowline-behind-the-back-2",
            "http://leeward.test/node/4027",
            "http://leeward.test/node/4096",
            "http://outdoor-weekly.test/articles/how-to-antifoul-the-boat-in-april.html",
            "http://outdoor-weekly.test/articles/seamanship-and-knots-notes-from-bramley.html",
            "http://open-almanac.test/volume-8/learning-to-survey-the-hull-before-buying-in-northfield",
        ],
    },
    DefaultTopic {
        title: "Bread baking",
        query: "bread baking sourdough flour dough",
        seeds: &[
            "http://start-here.test/",
            "http://hansen-family.test/",
            "http://campus-life.test/",
            "http://aldbury-college.test/",
        ],
        examples: &[
            "http://bread-school.test/articles/september-letter-the-starter-doubles-in-four-hours.html",
            "http://bread-school.test/articles/march-letter-the-dough-is-slack-after-a-warm-night.html",
            "http://bread-school.test/articles/learning-to-discard-half-before-each-feed-in-port-ellis.html",
            "http://crust-and-crumb.test/p?id=113",
            "http://crust-and-crumb.test/p?id=136",
            "http://kitchen-journal.test/2008/06/on-a-burst-of-steam-and-the-oven-spring",
            "http://kitchen-journal.test/1997/12/what-ingrid-duval-says-about-the-morning-feed",
            "http://open-almanac.test/volume-7/how-to-score-the-loaf-with-one-quick-cut-when-the-loaf",
        ],
    },
    DefaultTopic {
        title: "Chess",
        query: "chess opening endgame tactics pawn",
        seeds: &[
            "http://portal.test/",
            "http://slow-journeys.test/",
            "http://corner-shop.test/",
            "http://marwick-institute.test/",
        ],
        examples: &[
            "http://chess-corner.test/openings/on-the-queen-s-bishop-and-a-quiet-opening",
            "http://chess-corner.test/tactics/ingrid-reyes-on-a-fork",
            "http://chess-corner.test/endgames/martin-ellery-on-the-opposition",
            "http://chess-corner.test/clubs/learning-to-analyze-lost-games-with-a-stronger-player-in",
            "http://sixty-four.test/2009/09/five-mistakes-with-a-quiet-opening",
            "http://sixty-four.test/2024/04/chess-tactics-for-beginners-a-quiet-move",
            "http://daily-herald.test/2023/05/how-to-cut-off-the-enemy-king",
            "http://open-almanac.test/volume-1/a-closer-look-at-the-queen-s-bishop",
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::DEFAULT_TOPICS;
    use crate::{DEFAULT_SEED, DemoWeb};

    #[test]
    fn these_are_the_topics_of_the_generated_web() {
        let web = DemoWeb::new(DEFAULT_SEED);
        assert_eq!(web.topics().len(), DEFAULT_TOPICS.len());
        for (topic, listed) in web.topics().iter().zip(&DEFAULT_TOPICS) {
            assert_eq!((topic.title, topic.query), (listed.title, listed.query));
            assert_eq!(topic.seeds, listed.seeds, "{}", topic.id);
            assert_eq!(topic.examples, listed.examples, "{}", topic.id);
        }
    }
}
