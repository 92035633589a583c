//! Pages that cost far more to parse than their size suggests: short texts repeated up to a size.
//!
//! The benchmark `bombs` measures their CPU time, the parser's tests limit their work, and the fuzz target `html`
//! starts from the same shapes. `§` in a text is replaced by the number of the repetition, so that no two repetitions
//! are equal.

/// A page: `head`, then `prefix` repeated `times`, then `unit` as often as it fits, then `suffix`.
pub(crate) struct Bomb {
    pub(crate) name: &'static str,
    pub(crate) head: &'static str,
    pub(crate) prefix: &'static str,
    pub(crate) times: usize,
    pub(crate) unit: &'static str,
    pub(crate) suffix: &'static str,
}

impl Bomb {
    /// Returns what comes before the first `unit`.
    pub(crate) fn start(&self) -> String {
        let mut start = self.head.to_owned();
        for n in 0..self.times {
            numbered(&mut start, self.prefix, n);
        }
        start
    }

    /// Returns the page, at most `bytes` long unless its prefix is longer.
    pub(crate) fn page(&self, bytes: usize) -> String {
        let mut page = self.start();
        let mut n = 0;
        while page.len() + self.unit.len() + 8 + self.suffix.len() <= bytes {
            numbered(&mut page, self.unit, n);
            n += 1;
        }
        page.push_str(self.suffix);
        page
    }
}

fn numbered(page: &mut String, text: &str, n: usize) {
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('§') {
        page.push_str(before);
        page.push_str(&n.to_string());
        rest = after;
    }
    page.push_str(rest);
}

const fn bomb(
    name: &'static str,
    (prefix, times): (&'static str, usize),
    unit: &'static str,
    suffix: &'static str,
) -> Bomb {
    Bomb { name, head: "", prefix, times, unit, suffix }
}

/// Returns a page that ends a tag again and again, or opens and closes an element, below `times` elements in `head`.
const fn below(
    name: &'static str,
    head: &'static str,
    (prefix, times): (&'static str, usize),
    unit: &'static str,
) -> Bomb {
    Bomb { head, ..bomb(name, (prefix, times), unit, "") }
}

/// The known shapes, grouped by the algorithm of the HTML standard or of the parser that they strain.
#[rustfmt::skip]
pub(crate) const BOMBS: &[Bomb] = &[
    // The stack of open elements.
    bomb("end tag that closes nothing", ("<span>", 505), "</x>", ""),
    bomb("end tag in foreign content", ("<svg>", 1), "</b>", ""),
    bomb("end tag in deep foreign content", ("<svg><g>", 250), "</b>", ""),
    bomb("end tags in svg and math", ("<svg><g><math><mi>", 120), "</x></y>", ""),
    bomb("scope of p", ("<span>", 505), "</p>", ""),
    bomb("scope of li", ("<li><span>", 250), "</ul>", ""),
    bomb("list items", ("<span>", 505), "<li>", ""),
    bomb("definitions", ("<span>", 500), "<dd></dd><dt></dt>", ""),
    bomb("headings", ("<span>", 505), "</h1>", ""),
    bomb("body ends", ("<li>", 505), "</body>", ""),
    bomb("implied end tags", ("<optgroup><option>", 250), "<option>", ""),
    bomb("fields of a form", ("<form><span>", 500), "<input>", ""),
    bomb("selects", ("<span>", 500), "<select><option></select>", ""),
    bomb("select end tags", ("<span>", 500), "</select>", ""),
    bomb("options in selects", ("<select>", 1), "<option><optgroup>", ""),
    bomb("templates", ("<template>", 500), "</template><template>", ""),
    bomb("template end tags", ("<span>", 500), "</template>", ""),
    bomb("framesets", ("<span>", 500), "<frameset>", ""),
    bomb("buttons", ("<span>", 500), "<button>", ""),
    bomb("pieces that grow and shrink", ("", 0),
        "<span><span><span><span><span><span><span><span></x></x></x></x></x></x></x></x></p>", ""),
    bomb("deep within one piece", ("<div>", 400), "<p></x>", ""),
    bomb("end tag of no element of an unknown name", ("<x>", 505), "</y>", ""),
    below("end tag of p below a scope", "<p><object>", ("<span>", 500), "</p>"),
    below("rules below a scope", "<p><object>", ("<span>", 500), "<hr>"),
    below("end tag of div below a scope", "<div><object>", ("<span>", 500), "</div>"),
    below("end tag of span below a block", "<span><div>", ("<i>", 500), "</span>"),
    below("end tag of h1 below a scope", "<h1><object>", ("<span>", 500), "</h2>"),
    below("end tag of li below a list", "<li><ul>", ("<span>", 500), "</li>"),
    below("items in a deep list", "<li><ul>", ("<div>", 490), "<li></li>"),
    below("items below a definition", "<dd>", ("<div>", 490), "<li></li>"),
    below("definitions in a deep list", "<dd><ul>", ("<div>", 490), "<dt></dt>"),
    below("options deep in a select", "<select>", ("<span>", 500), "<option></option>"),
    below("inputs below a scope", "<select><object>", ("<span>", 500), "<input>"),
    below("annotations deep in a ruby", "<ruby>", ("<span>", 500), "<rt></rt>"),
    below("forms below a scope", "<form><object>", ("<span>", 490), "</form><form>"),
    below("buttons below a scope", "<button><object>", ("<span>", 490), "<button></button>"),
    below("end tag of template in svg", "<template><svg><desc>", ("<span>", 500), "</template>"),
    // Foreign content.
    bomb("end tag that closes nothing in svg", ("<svg><g>", 250), "</x>", ""),
    bomb("end tag that closes nothing in integration points", ("<svg><desc>", 250), "</x>", ""),
    bomb("end tag that closes nothing in math", ("<math><mi>", 250), "</x>", ""),
    below("end tag of an element outside svg", "<x>", ("<svg><g>", 250), "</X>"),
    below("end tag of br in svg", "<svg>", ("<desc>", 500), "<g></br>"),
    bomb("html that ends svg", ("", 0), "<svg><g><g><g><b></b>", ""),
    bomb("annotations with an encoding", ("<math>", 1), "<annotation-xml encoding=text/htm></annotation-xml>", ""),
    // Active formatting elements and the adoption agency.
    bomb("adoption agency", ("<b id=§>", 250), "</b>", ""),
    bomb("adoption of blocks", ("<b>", 250), "<p></b>", ""),
    bomb("adoption with attributes", ("", 0), "<b a=§><p></b>", ""),
    bomb("adoption in nested blocks", ("<b><i><u><s><div>", 100), "<b><div></b></div>", ""),
    bomb("reconstruction", ("<p><b a=§>", 250), "</p><p>x", ""),
    bomb("reconstruction with many attributes",
        ("<p><b a b c d e f g h i j k l m n o p q r s t u v w x y z>", 3), "</p>x<p>", ""),
    bomb("reconstruction of a link", ("<p><a href=/a?b=c&d title=x>", 1), "</p><p>x", ""),
    bomb("links in links", ("<a href=§>", 400), "<a href=/§>", ""),
    bomb("nobr in nobr", ("<nobr>", 400), "<nobr>", ""),
    bomb("formatting elements compared", ("<i a=§ b c d e f g h i j k l m n>", 250), "<i></i>", ""),
    bomb("end tag of no formatting element", ("<p><i title=§>", 400), "</b>", ""),
    bomb("formatting tags of a table",
        ("<b a b c d e f g h i j k l m n o p q r s t u v w x y z><table>", 1), "</b>", ""),
    bomb("markers that stay", ("<td><object>", 1), "<template><object></template><b><p></b>", ""),
    bomb("markers, then adoption", ("<table><td><object>", 1), "<td><object><b><p></b>", ""),
    bomb("fonts", ("<font color=§>", 300), "</font><p>", ""),
    below("paragraphs in seven formatting elements", "<b><b><b><strong><strong><strong><a href=/>", ("", 0), "<p>x"),
    below("end tag of b below a table", "<b><table>", ("<span>", 500), "</b>"),
    below("end tag of b below svg", "<b><svg><desc>", ("<span>", 500), "</b>"),
    below("tables far below b", "<b>", ("<span>", 500), "<table></b></table>"),
    below("links below a table", "<a href=/1><table>", ("<span>", 490), "<a href=/2></a>"),
    // Tables and foster parenting.
    bomb("text in a table", ("<table>", 1), "a b ", ""),
    bomb("text in rows", ("<table><tr>", 1), "x<tr>", ""),
    bomb("elements in a table", ("<table>", 1), "<b>x</b>", ""),
    bomb("spans in a table", ("<span>", 500), "<table>x", ""),
    bomb("deep tables", ("<table><tr><td>", 160), "</x>", ""),
    bomb("cells", ("<table>", 1), "<td>", ""),
    bomb("table end tags", ("<span>", 500), "</table>", ""),
    bomb("foster parents of many children", ("<table>", 1), "<b><div></b>", ""),
    below("cells in a template", "<table><template>", ("<span>", 500), "<td>"),
    below("end tag of td below a table", "<td><table>", ("<span>", 500), "</td>"),
    below("end tag of td in a cell without a row", "<table><td><table>", ("<span>", 500), "</td>"),
    below("tables in a deep cell", "<table><td>", ("<span>", 490), "<table></table>"),
    // Attributes.
    bomb("attributes of body", ("<body>", 1), "<body a§=§>", ""),
    bomb("attributes of html", ("<html>", 1), "<html b§ c§ d§>", ""),
    bomb("a tag of attributes", ("<p ", 1), "a§ ", ">"),
    bomb("tags of four KiB of attributes", ("", 0),
        "<p a b c d e f g h i j k l m n o p q r s t u v w x y z aa ab ac ad ae af ag ah ai aj ak al am an ao ap aq \
        ar as at au av aw ax ay az ba bb bc bd be bf bg bh bi bj bk bl bm bn bo bp bq br bs bt bu bv bw bx by bz \
        ca cb cc cd ce cf cg ch ci cj ck cl cm cn co cp cq cr cs ct cu cv cw cx cy cz>", ""),
    bomb("equal attributes", ("<p ", 1), "a ", ">"),
    below("attributes equal to the last", "<p ", ("b§ ", 127), "b126 "),
    bomb("styles", ("", 0), "<b style=a;b;c;d;e;f>", ""),
    // The tokenizer.
    bomb("nul bytes", ("", 0), "\0", ""),
    bomb("nul bytes in svg", ("<svg>", 1), "\0", ""),
    bomb("references", ("", 0), "&amp;", ""),
    bomb("references that are none", ("", 0), "&CounterClockwiseContourIntegra", ""),
    bomb("short references that are none", ("", 0), "&zzzzzz;", ""),
    bomb("ampersands", ("", 0), "&", ""),
    bomb("long number", ("&#", 1), "0", ";"),
    bomb("less-than signs", ("", 0), "<", ""),
    bomb("end tag beginnings", ("", 0), "</", ""),
    bomb("comments", ("", 0), "<!---->", ""),
    bomb("comment dashes", ("<!--", 1), "--!", ""),
    bomb("bogus comments", ("", 0), "<?>", ""),
    bomb("doctypes", ("", 0), "<!doctype a>", ""),
    bomb("sections of cdata", ("<svg>", 1), "<![CDATA[x]]>", ""),
    bomb("brackets of cdata", ("<svg><![CDATA[", 1), "]]", ""),
    bomb("carriage returns", ("", 0), "\r", ""),
    bomb("one long text", ("", 0), "x", ""),
    bomb("text in pieces", ("", 0), "x\0", ""),
    bomb("text and end tags", ("", 0), "x</x>", ""),
    bomb("title that ends nearly", ("<title>", 1), "</titl", ""),
    bomb("titles", ("", 0), "<title>x</title>", ""),
    bomb("script that ends nearly", ("<script><!--<script>", 1), "</scrip", ""),
    bomb("scripts", ("", 0), "<script></script>", ""),
    bomb("noscript", ("", 0), "<noscript>x</noscript>", ""),
    bomb("noframes", ("", 0), "<noframes>x</noframes>", ""),
    bomb("plaintext", ("<plaintext>", 1), "</x>", ""),
    bomb("textareas", ("", 0), "<textarea>\n</textarea>", ""),
    // Processing of the document.
    bomb("heading of signs above links", ("<h1>", 1), "¶¶¶¶¶¶¶¶¶¶¶¶¶¶¶¶¶¶¶¶¶¶¶¶¶¶¶¶¶¶¶¶<a href=/§></a>", ""),
    bomb("headings in headings", ("<h1><div>", 120), "<h1>x<div>", ""),
    bomb("nested headings again and again", ("", 0),
        "<h1><div><h1><div><h1><div><h1><div><h1><div><h1><div>\
        xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\
        </div></h1></div></h1></div></h1></div></h1></div></h1></div></h1>", ""),
    bomb("links of one block", ("<p>", 1), "<a href=/§>anchor §</a> é ", ""),
    bomb("many short links", ("", 0), "<a href=§>", ""),
    bomb("long addresses", ("", 0),
        "<a href=/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t/u/v/w/x/y/z\
        ?a=b&c=d&e=f&g=h&i=j&k=l&m=n&o=p&q=r&s=t&utm_a=v§>x</a>", ""),
    bomb("links of nul bytes", ("", 0),
        "<a href=\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
        \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0>", ""),
    bomb("images with alternative texts", ("<a href=/x>", 1), "<img alt='x y z'>", ""),
    bomb("robots metas", ("", 0), "<meta name=robots content=a,b,c,d>", ""),
    bomb("bases", ("", 0), "<base href=/§>", ""),
    bomb("hidden characters", ("", 0), "\u{200b}\u{ad}", ""),
    bomb("blocks without text", ("", 0), "<div></div>", ""),
    bomb("lines", ("", 0), "x<br>", ""),
];

/// Returns shapes with a long prefix: the attributes of one link are repeated on thousands of links.
pub(crate) fn long_bombs() -> Vec<(&'static str, String)> {
    let fill = |head: &str, unit: &str| {
        let mut page = head.to_owned();
        while page.len() + unit.len() <= BYTES {
            page.push_str(unit);
        }
        page
    };
    let long = "x".repeat(1 << 20);
    let spaces = " x".repeat(1 << 19);
    let signs = "¶".repeat(1 << 19);
    let blank = "&#32;".repeat(2_000);
    let numbers: Vec<String> = (0..9_000).map(|n| format!("a{n} ")).collect();
    vec![
        ("a long address in every paragraph", fill(&format!("<p><a href='/{long}'>"), "</p><p>x")),
        (
            "an address of parameters in every paragraph",
            fill(&format!("<p><a href='?{}'>", "utm_a&".repeat(1 << 17)), "</p><p>x"),
        ),
        (
            "an address of 4 KB in every paragraph",
            fill(&format!("<p><a href='?{}'>", "utm_a&".repeat(650)), "</p><p>x"),
        ),
        (
            "an address of 4 KB in every paragraph, with another in between",
            fill(&format!("<p><a href='?{}'>", "utm_a&".repeat(650)), "</p><p><area href=/y>"),
        ),
        (
            "labels of references in every paragraph",
            fill(&format!("<p><a href=/x alt='{blank}' aria-label='{blank}' title='{blank}'>"), "</p><p><br>"),
        ),
        (
            "links relative to a base of 1 MB",
            fill(&format!("<base href='http://example.com/{long}/'>"), "<a href=x><a href=y>"),
        ),
        ("attributes of long names", fill("", &tag_of_long_names())),
        ("addresses of 4 KB of nul bytes", fill("", &format!("<a href={}>", "\0".repeat(1_380)))),
        ("a long title in every paragraph", fill(&format!("<p><a href=/x title='{spaces}'>"), "</p><p>")),
        ("a long relation in every paragraph", fill(&format!("<p><a href=/x rel='{spaces}'>"), "</p><p>x")),
        ("a long style in every paragraph", fill(&format!("<p><b style='{}'>", ";a:b".repeat(1 << 18)), "</p><p>x")),
        ("many attributes in every paragraph", fill(&format!("<p><b {}>", numbers.concat()), "</p><p>x")),
        ("a heading of signs over every link", fill(&format!("<h1>{signs}</h1>"), "<a href=/x>x</a>")),
        ("nested headings over one text", format!("{}{}", "<h1><div>".repeat(250), "¶".repeat(1 << 19))),
        ("an anchor around the page", fill("<a href=/x>", "<table><td><a href=/y></table>xx ")),
    ]
}

/// Returns a tag with as many attributes as are kept, whose names differ at their ends.
fn tag_of_long_names() -> String {
    let names = (1_000..1_128).map(|n| format!(" {n:x>256}"));
    format!("<p{}>", names.collect::<Vec<_>>().concat())
}

/// The maximum number of bytes read of a page.
pub(crate) const BYTES: usize = 2 * 1024 * 1024;
