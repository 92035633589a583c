//! Reads and writes files of topics, files targets under broad topics, and lists related words, before any crawl.
//!
//! Bookmark files are parsed by the engine; a file that begins with a brace is JSON. The topics are checked when a
//! crawl starts.
//!
//! A target is filed by its name and its words; a single target without words also by the query. If these are empty or
//! fit no topic, a target with example pages is filed by their text when the crawl has read them. Only the starter
//! topics are fetched here. Without a target, the query becomes one. A target that is itself a broad topic stays. The
//! engine completes plans without topics in the same way.

use crate::browser::{BrowserDecoder, blob};
use crate::context::Context;
use engine::learning::bookmarks::{self, Bookmark, BookmarksError, Folder};
use engine::learning::taxonomy::filing::{Filer, free_name, of_query};
use engine::strategy::{self, Entry, Report, StrategyInputs};
use protocol::{FileKind, RelatedTo, ToPage, TopicHome, TopicsFiled, TopicsRead, TopicsToFile};
use std::rc::Rc;
use types::limits::{self, BOOKMARK_BYTES, BOOKMARK_DEPTH, BOOKMARKS};
use types::plan::{Plan, PlanError};
use types::report::RelatedWord;
use types::taxonomy::{CheckedTaxonomy, Taxonomy, Topic};
use types::text::joined;
use types::trails::CheckedTrails;
use types::url::CanonicalUrl;
use wasm_bindgen_futures::spawn_local;
use web_sys::Blob;

/// The most open brackets in the JSON of a taxonomy with the depth of a bookmark file: two for each topic.
const JSON_DEPTH: usize = 2 * BOOKMARK_DEPTH + 2;

/// Reads a file of topics and sends them.
pub(crate) fn on_read(context: &Rc<Context>, name: String, file: Blob) {
    let context = Rc::clone(context);
    spawn_local(async move {
        let read = read(&file).await;
        context.send(&ToPage::TopicsRead { name, read });
    });
}

/// Parses a file of topics. The error is the end of a sentence.
async fn read(file: &Blob) -> Result<TopicsRead, String> {
    let too_large = "the file is too large: export fewer bookmarks, or without icons";
    let bytes = blob::read_short(file, BOOKMARK_BYTES, too_large).await?;
    let (folder, warnings) = match bookmarks::read(&bytes, &BrowserDecoder) {
        Ok(read) => read,
        Err(BookmarksError::NoBookmarksInJson | BookmarksError::DamagedJson(_)) => {
            return read_json(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes));
        }
        Err(error) => return Err(error.to_string()),
    };
    Ok(TopicsRead { taxonomy: Taxonomy::from(&folder), warnings: warnings.iter().map(ToString::to_string).collect() })
}

fn read_json(bytes: &[u8]) -> Result<TopicsRead, String> {
    if depth(bytes) > JSON_DEPTH {
        return Err(format!("folders are nested too deeply: the limit is {BOOKMARK_DEPTH} levels"));
    }
    let text = String::from_utf8_lossy(bytes);
    let taxonomy = serde_json::from_str::<Taxonomy>(&text).ok();
    let taxonomy = taxonomy.ok_or(
        "this is not a topics file: the form is {\"topics\": [{\"name\": …, \"good\": …, \
        \"examples\": […], \"topics\": […]}]}",
    )?;
    if size(&taxonomy.topics) > BOOKMARKS {
        return Err(format!("the file has more than {BOOKMARKS} folders and examples: remove some"));
    }
    Ok(TopicsRead { taxonomy, warnings: Vec::new() })
}

/// Returns the most brackets that are open at once. Those in strings do not count.
fn depth(json: &[u8]) -> usize {
    let (mut open, mut most) = (0_usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in json {
        match byte {
            _ if std::mem::take(&mut escaped) => {}
            b'\\' => escaped = in_string,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => open += 1,
            b'}' | b']' if !in_string => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most
}

/// Returns the number of topics and examples.
fn size(topics: &[Topic]) -> usize {
    let one = |topic: &Topic| 1 + topic.examples.len() + size(&topic.topics);
    topics.iter().map(one).sum()
}

/// Returns the text of a file with these topics. Bookmarks omit examples that are not URLs.
pub(crate) fn write(taxonomy: &Taxonomy, kind: FileKind) -> String {
    match kind {
        FileKind::Bookmarks => bookmarks::write(&Folder {
            name: "Bookmarks".to_owned(),
            bookmarks: Vec::new(),
            folders: taxonomy.topics.iter().map(folder).collect(),
        }),
        FileKind::Json => serde_json::to_string_pretty(taxonomy).unwrap_or_default(),
    }
}

fn folder(topic: &Topic) -> Folder {
    let url = |text: &String| CanonicalUrl::from_person(text).ok();
    let urls = topic.examples.iter().filter_map(url);
    Folder {
        name: topic.name.clone(),
        bookmarks: urls.map(|url| Bookmark { title: url.to_string(), url, added: None }).collect(),
        folders: topic.topics.iter().map(folder).collect(),
    }
}

/// Files the targets and sends the changes.
pub(crate) fn on_file(context: &Rc<Context>, request: TopicsToFile) {
    let context = Rc::clone(context);
    spawn_local(async move {
        let starter = context.starter_topics.load().await;
        let filed = starter.map(|starter| file(&starter, request));
        context.send(&ToPage::TopicsFiled(filed));
    });
}

fn file(starter: &Taxonomy, request: TopicsToFile) -> TopicsFiled {
    let topics = request.taxonomy.topics;
    let targets = names_of_targets(&topics);
    // A starter topic that was renamed still has its words.
    let is_there = |topic: &&Topic| {
        let is_known = |known: &Topic| same(&known.name, &topic.name) || known.words == topic.words;
        topics.iter().any(is_known) || targets.iter().any(|name| same(name, &topic.name))
    };
    let missing = starter.topics.iter().filter(|topic| !is_there(topic));
    let mut added: Vec<Topic> = missing.cloned().collect();
    let broad = topics.iter().map(|topic| home(topic, starter));
    let broad = Taxonomy { topics: broad.chain(added.iter().cloned()).collect() };
    let mut filer = Filer::new(&broad, request.stemming);
    let mut homes = Vec::new();
    for (place, target) in topics.iter().enumerate().filter(|(_, topic)| topic.good) {
        let words = match &*target.words {
            "" if targets.len() == 1 => &request.query,
            words => words,
        };
        let has_pages = has_pages(target);
        let has_words = !words.trim().is_empty();
        let is_free = |at: &usize| {
            let mut below = broad.topics[*at].topics.iter();
            !below.any(|topic| same(&topic.name, &target.name))
        };
        let is_broad = starter.topics.iter().any(|one| same(&one.name, &target.name));
        let text = format!("{}\n{words}", target.name);
        let fit = filer.best_fit(&text).filter(|_| has_words || !has_pages);
        let home = match fit.map(|fit| fit.index) {
            _ if is_broad => TopicHome::Top,
            Some(place) if is_free(&place) => TopicHome::Under(place),
            None if has_pages => TopicHome::ByText,
            _ => TopicHome::Top,
        };
        homes.push((place, home));
    }
    if let Some(mut target) = of_query(&request.query).filter(|_| targets.is_empty()) {
        let place = filer.best_fit(&target.words).map(|fit| fit.index);
        let siblings = place.map_or(&broad.topics, |place| &broad.topics[place].topics);
        target.name = free_name(siblings, target.name);
        let home = place.map_or(TopicHome::Top, TopicHome::Under);
        homes.push((broad.topics.len(), home));
        added.push(target);
    }
    TopicsFiled { added: Taxonomy { topics: added }, homes }
}

/// Returns whether a topic or one of its subtopics has example pages.
fn has_pages(topic: &Topic) -> bool {
    let mut open = vec![topic];
    while let Some(topic) = open.pop() {
        if topic.examples.iter().any(|page| !page.trim().is_empty()) {
            return true;
        }
        open.extend(&topic.topics);
    }
    false
}

/// Returns the names of the target topics, including topics inside of targets.
fn names_of_targets(topics: &[Topic]) -> Vec<&str> {
    let mut names = Vec::new();
    let mut open: Vec<(&Topic, bool)> = topics.iter().map(|topic| (topic, false)).collect();
    while let Some((topic, good)) = open.pop() {
        let good = good || topic.good;
        names.extend(good.then_some(&*topic.name));
        open.extend(topic.topics.iter().map(|below| (below, good)));
    }
    names
}

/// Returns a topic under which others can be filed. Without words, it gets those of the starter topic with its name.
fn home(broad: &Topic, starter: &Taxonomy) -> Topic {
    let mut starter = starter.topics.iter();
    let known = starter.find(|topic| broad.words.is_empty() && same(&broad.name, &topic.name));
    Topic {
        words: known.map_or(&broad.words, |known| &known.words).clone(),
        contrast: known.map_or(broad.contrast, |known| known.contrast),
        ..broad.clone()
    }
}

fn same(one: &str, other: &str) -> bool {
    one.trim().eq_ignore_ascii_case(other.trim())
}

/// Sends the words that a strategy relates to those of a query, even during a crawl. A strategy without the lexicon has
/// none.
pub(crate) fn on_related(context: &Rc<Context>, to: RelatedTo) {
    let entry = strategy::find(&to.strategy.id).filter(|entry| entry.needs.lexicon);
    let context = Rc::clone(context);
    spawn_local(async move {
        let words = match entry {
            Some(entry) => related(&context, entry, &to).await,
            None => Ok(Vec::new()),
        };
        context.send(&ToPage::Related { to, words });
    });
}

/// Returns the related words that a strategy would use if it were started now. Excluded words are included, so that the
/// person can include them again. Word vectors are loaded if the crawl will need them, but the list can do without.
async fn related(context: &Context, entry: &Entry, to: &RelatedTo) -> Result<Vec<RelatedWord>, String> {
    context.load_code(entry.id).await?;
    let needs = entry.needs_with(&to.strategy.params);
    let lexicon = if needs.lexicon { context.lexicon.load().await.map(drop) } else { Ok(()) };
    if needs.vectors {
        // The start of a crawl reports the reason if they are still missing then.
        let _ = context.vectors.load().await;
    }
    lexicon.map_err(|error| error.to_string())?;
    let length = to.query.chars().count();
    if length > limits::QUERY_CHARS {
        return Err(PlanError::QueryTooLong(length).to_string());
    }
    let settings = entry.settings(&to.strategy.params).map_err(|errors| joined(&errors))?;
    let assets = context.assets();
    let plan = Plan { query: to.query.clone(), ..Plan::default() };
    let Some(make) = assets.code.find(entry.id) else {
        return Ok(Vec::new());
    };
    let (lexicon, vectors) = (assets.lexicon.as_ref(), assets.vectors.as_ref());
    let strategy = make(&StrategyInputs {
        settings: &settings,
        plan: &plan,
        taxonomy: &CheckedTaxonomy::default(),
        trails: &CheckedTrails::default(),
        lexicon: lexicon.filter(|_| needs.lexicon),
        vectors: vectors.filter(|_| needs.vectors),
    });
    Ok(strategy.report().map(Report::related).unwrap_or_default())
}
