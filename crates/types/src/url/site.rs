//! Finds the site of a host: its registrable domain, that is its public suffix and one more label. Hosts of one site
//! have one owner, who can invent any number of names, so politeness and limits go by site.
//!
//! Source: the Public Suffix List, read in 2026: the second-level suffixes of countries with common labels (`co.uk`),
//! and the largest hosting services of its private part (`github.io`), which have a site per customer. Not covered: its
//! other suffixes. Under such a suffix all hosts count as one site, which makes a crawl slower there but never
//! impolite.

/// Labels with the country domains under which they are a public suffix, by label.
#[rustfmt::skip]
const SECOND_LEVEL: [(&str, &str); 52] = [
    ("ac", "ae at bd be bw ci cn cr cy eg fj gn id il im in ir jp ke kr lk ls ma me ml mu mw mz ni nz pa pk pr rs ru \
         rw se sz th tz ug uk vn za zm zw"),
    ("ad", "jp"),
    ("adv", "br mz"),
    ("art", "br do dz ec ht ml pl sn"),
    ("asn", "au lv"),
    ("asso", "ci dz fr gp ht km mc ml nc re"),
    ("biz", "az bb cy dk et fj gh id in ki ls mv mw my ng ni nr pk pl pr ss tj tr tt ua vn wf zm"),
    ("co", "ae ag am ao at az bb bd bi bj bn bw bz ca ci cl cm cr cz de dk dm gg gl gy hu id il im in io ir it je jp \
         ke kr lc ls ma me mg mu mw mz na ni nl no nz om pl pn ro rs rw ss st sz th tj tm tt tz ua ug uk us uz ve vi \
         za zm zw"),
    ("com", "ac af ag ai al am ar au aw az ba bb bd bh bi bj bm bn bo br bs bt by bz ci cm cn co cu cv cw cy de dm do \
         dz ec ee eg es et fj fm fr ge gh gi gl gn gp gr gt gu gy hk hn hr ht im in io iq jo kg kh ki km kp kw ky kz \
         la lb lc lk lr lv ly mg mk ml mo ms mt mu mv mw mx my na nf ng ni nr om pa pe pf ph pk pl pr ps pt py qa re \
         ro ru sa sb sc sd se sg sh sl sn so ss st sv sy tj tm tn to tr tt tw ua ug uy uz vc ve vi vn vu ws ye zm"),
    ("coop", "ar br ht in km mv mw py rw"),
    ("cri", "br nz"),
    ("ed", "ao ci cr jp"),
    ("edu", "ac af al ao ar au az ba bb bd bh bi bj bm bn bo br bs bt bz ci cn co cu cv cw dm do dz ec ee eg es et fj \
         fm gd ge gh gi gl gn gp gr gt gu gy hk hn ht in io iq it jo kg kh ki km kn kp kw ky kz la lb lc lk lr ls lv \
         ly me mg mk ml mn mo ms mt mv mw mx my mz ng ni nr om pa pe pf ph pk pl pn pr ps pt py qa rs ru sa sb sc sd \
         sg sl sn so ss st sv sy tj tm to tr tt tw ua ug uy vc ve vg vn vu ws ye za zm"),
    ("firm", "dk ht in nf ng ro ve"),
    ("gen", "in ng nz tr"),
    ("go", "ci cr id it jp ke kr th tj tz ug"),
    ("gob", "ar bo cl cu do ec es gt hn mx ni pa pe pk sv ve"),
    ("gouv", "ci fr ht km ml sn"),
    ("gov", "ac ae af al ao ar as au az ba bb bd bf bh bm bn br bs bt bw by bz cd cl cm cn co cx cy cz dm do dz ec ee \
         eg et fj gd ge gh gi gn gr gu gy hk ie il in io iq ir it jo kg kh ki km kn kp kw kz la lb lc lk lr ls lt lv \
         ly ma me mg mk ml mn mo mr ms mu mv mw my mz na ng nl nr om ph pk pl pn pr ps pt pw py qa rs ru rw sa sb sc \
         sd sg sh sl so ss sx sy tj tl tm tn to tr tt tw ua ug uk vc ve vn ws ye za zm zw"),
    ("govt", "nz"),
    ("gv", "ao at uy vc"),
    ("health", "nz vn"),
    ("id", "au bd cv fj ir lv ly us vn"),
    ("in", "ni rs th ua us"),
    ("ind", "br gt in kw tn"),
    ("info", "az bb bd bj bo cx ec eg et fj gu ht hu in ke ki la ls ml mv nf ni nr pl pr ro sd tn tr tt tz ve vn zm"),
    ("int", "ar az bo ci cv in la lk mv mw ni pt ru tj ve vn"),
    ("lg", "jp ua"),
    ("ltd", "cy gi hk lk ng ua uk"),
    ("me", "eg in it ke kr so ss tz uk us"),
    ("med", "br ec ee ht ly om pa pl sa sd"),
    ("mil", "ac ae al ar az ba bd bo br by cl cn co cy do ec eg fj gh gt hn id in io iq jo kg km kr kz lv mg mv my mz \
         ng ni no nz pe ph pl py qa ru rw sh st sy tj tm to tr tt tw tz ug uy vc ve ye za zm zw"),
    ("name", "az eg et fj hr mk mv my ng pm pr qa tj tr tt vn"),
    ("ne", "jp ke kr tz ug us"),
    ("net", "ac ae af ag ai al am ar au az ba bb bd bh bj bm bn bo br bs bt bw bz ci cm cn co cu cv cw cy dm do dz ec \
         eg et fj fm ge gg gh gl gn gp gr gt gu gy hk hn ht id il im in io iq ir je jo kg kh ki kn kw ky kz la lb lc \
         lk lr ls lv ly ma me mk ml mo ms mt mu mv mw mx my mz na nf ng ni nr nz om pa pe ph pk pl pn pr ps pt py qa \
         ru rw sa sb sc sd sg sh sl so ss st sy th tj tm tn to tr tt tw ua uk uy uz vc ve vi vn vu ws ye za zm"),
    ("ngo", "lk ng ph us za"),
    ("nhs", "uk"),
    ("nom", "ag co es fr io km mg nc ni pa pe pl ro tm ve za"),
    ("or", "at bi ci cr id it jp ke kr mu th tz ug us"),
    ("org", "ac ae af ag ai al am ao ar au az ba bb bd bh bi bj bm bn bo br bs bt bw bz ci cn co cu cv cw cy dm do dz \
         ec ee eg es et fj fm ge gg gh gi gl gn gp gr gt gu gy hk hn ht hu il im in io iq ir je jo kg kh ki km kn kp \
         kw ky kz la lb lc lk lr ls lv ly ma me mg mk ml mn mo ms mt mu mv mw mx my mz na ng ni nr nz om pa pe pf ph \
         pk pl pn pr ps pt py qa ro rs ru rw sa sb sc sd se sg sh sk sl sn so ss st sv sy sz tj tm tn to tr tt tw ua \
         ug uk uy uz vc ve vi vn vu ws ye yt za zm zw"),
    ("plc", "ly ng uk"),
    ("police", "uk"),
    ("priv", "at hu me no pl"),
    ("pro", "az br cy ec fj ht in mv om pr tt vn"),
    ("res", "in"),
    ("sc", "cn ke kr ls tz ug us"),
    ("sch", "ac ae bd id ir jo lk ly ng qa sa ss tf wf zm"),
    ("school", "ge in nz za"),
    ("store", "bb cv dk nf ro st ve"),
    ("tm", "cy dz fr hu km mc no pl ro se za"),
    ("tv", "bb bd bo br eg im in it jo sd tr tz"),
    ("web", "bo do gu id in lk nf ni pk tj tr ve za"),
];

/// Suffixes of hosting services, in order.
#[rustfmt::skip]
const SHARED: [&str; 60] = [
    "altervista.org", "amplifyapp.com", "appspot.com", "azureedge.net", "azurewebsites.net", "bearblog.dev",
    "bitbucket.io", "blogspot.com", "cloudfront.net", "codeberg.page", "de.com", "deno.dev", "elasticbeanstalk.com",
    "eu.org", "fedorapeople.org", "firebaseapp.com", "fly.dev", "framer.website", "freedesktop.org", "gitbook.io",
    "github.io", "githubusercontent.com", "gitlab.io", "googleapis.com", "hateblo.jp", "hatenablog.com",
    "hatenadiary.org", "herokuapp.com", "hf.space", "js.org", "lovable.app", "myshopify.com", "myspreadshop.com",
    "netlify.app", "notion.site", "now.sh", "ondigitalocean.app", "onrender.com", "pages.dev", "pantheonsite.io",
    "readthedocs.io", "replit.app", "s3.amazonaws.com", "simplesite.com", "square.site", "srht.site", "streamlit.app",
    "surge.sh", "toolforge.org", "translate.goog", "uber.space", "uk.com", "us.com", "vercel.app", "web.app",
    "webflow.io", "wixsite.com", "wmcloud.org", "workers.dev", "yolasite.com",
];

/// Returns the site of a host name in canonical form; the name itself for an address, a public suffix or a name without
/// dots.
pub(super) fn site(host: &str) -> &str {
    let is_address = host.starts_with('[') || host.ends_with(|c: char| c.is_ascii_digit());
    if is_address {
        return host;
    }
    // A final dot changes nothing.
    let name = host.trim_end_matches('.');
    let starts = || name.rmatch_indices('.').map(|(at, _)| at + 1).chain([0]);
    let suffix = starts().skip(1).take(2).find(|at| is_suffix(&name[*at..]));
    let labels = suffix.map_or(1, |at| name[at..].split('.').count());
    starts().nth(labels).map_or(name, |at| &name[at..])
}

fn is_suffix(name: &str) -> bool {
    let is_second_level = |(label, country): (&str, &str)| {
        let at = || SECOND_LEVEL.binary_search_by_key(&label, |(label, _)| label);
        country.len() == 2 && at().is_ok_and(|at| SECOND_LEVEL[at].1.split(' ').any(|other| other == country))
    };
    SHARED.binary_search(&name).is_ok() || name.split_once('.').is_some_and(is_second_level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_site_is_the_public_suffix_and_one_more_label() {
        for (host, expected) in [
            ("example.org", "example.org"),
            ("www.example.org", "example.org"),
            ("a.b.c.example.org", "example.org"),
            ("www.example.org.", "example.org"),
            ("www.example.co.uk", "example.co.uk"),
            ("example.co.uk", "example.co.uk"),
            ("co.uk", "co.uk"),
            ("co.example.de", "example.de"),
            ("www.co.fr", "co.fr"),
            ("one.github.io", "one.github.io"),
            ("www.one.github.io", "one.github.io"),
            ("github.io", "github.io"),
            ("bucket.s3.amazonaws.com", "bucket.s3.amazonaws.com"),
            ("test.amazonaws.com", "amazonaws.com"),
            ("localhost", "localhost"),
            ("org", "org"),
            ("127.0.0.1", "127.0.0.1"),
            ("[2001:db8::1]", "[2001:db8::1]"),
            ("", ""),
        ] {
            assert_eq!(site(host), expected, "{host}");
        }
    }

    #[test]
    fn the_tables_are_in_order() {
        assert!(SECOND_LEVEL.is_sorted());
        assert!(SHARED.is_sorted());
    }
}
