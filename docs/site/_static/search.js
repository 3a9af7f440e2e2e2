// Ranks the pages for what was asked: terms in both languages and in other people's words (SEARCH_WORDS,
// of the glossary), headings before bodies, definitions before machinery; questions with their places on top.
(() => {
  const PARTS = [[/^(reference|questions|genindex)$/, 0.2], [/^(changelog|contributing|sources)$/, 0.4], [/^(03|04|11|13)_/, 0.6],
    [/^(\d\d_\w+\/index|index)$/, 0.7], [/^glossary$/, 0.8], [/^(01|02)_/, 1.2], [/^tutorials/, 1.1]];
  const CHINESE = /[\u4e00-\u9fff]/;
  const FILLERS = new RegExp('怎么办|怎么样|怎么|怎样|如何|为什么|什么|哪些|哪个|是否|请问|可以|处理|计算|方法|介绍|[的是吗呢了个有会要在里]'
    + '|\\b(use|using|get|make|way|work|mean|handl|treat|comput|calculat|differ)(e|s|ed|es|ing|ence|ences|ent)?\\b', 'gi');
  const LISTED = 20, ASKED = 3, CLOSE = 0.7;  // results, questions, the share of a query that a question must hold
  const stemmer = new Stemmer(), stems = new Map();

  const stem = word => {
    if (!stems.has(word)) stems.set(word, stemmer.stemWord(word));
    return stems.get(word);
  };

  // A text as stems of English words and single Chinese characters.
  const sequence = text => (text.toLowerCase().match(/[\u4e00-\u9fff]|(?:(?![\u4e00-\u9fff])[\p{L}\p{N}_])+/gu) || [])
    .filter(word => !stopwords.has(word)).map(word => CHINESE.test(word) ? word : stem(word));

  const found = (part, whole, from = 0) => {
    for (let i = from; i + part.length <= whole.length; i++)
      if (part.every((word, k) => word === whole[i + k])) return i;
    return -1;
  };
  const holds = (whole, part) => part.length > 0 && found(part, whole) >= 0;

  // What the index calls it: Chinese in pairs.
  const terms = part => part.flatMap((word, i) => !CHINESE.test(word) ? [word]
    : CHINESE.test(part[i + 1] || '') ? [word + part[i + 1]] : CHINESE.test(part[i - 1] || '') ? [] : [word]);

  const count = text => (text.toLowerCase().match(/[a-z]{4,}/g) || []).reduce((found, word) => found.set(word, (found.get(word) || 0) + 1), new Map());

  const list = files => files === undefined ? [] : Array.isArray(files) ? files : [files];

  // How many letters must be put in, left out, changed or swapped to make one word of another, if not more than `most`.
  const edits = (a, b, most) => {
    if (a[0] !== b[0] || Math.abs(a.length - b.length) > most) return Infinity;
    let [older, old] = [[], [...b, ''].map((_, j) => j)];
    for (let i = 1; i <= a.length; i++) {
      const row = [i];
      for (let j = 1; j <= b.length; j++) {
        row[j] = Math.min(row[j - 1] + 1, old[j] + 1, old[j - 1] + (a[i - 1] !== b[j - 1]));
        if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], older[j - 2] + 1);
      }
      [older, old] = [old, row];
    }
    return old[b.length] <= most ? old[b.length] : Infinity;
  };

  class Finder {
    constructor(index, words) {
      this.index = index;
      const [titles, bodies] = [index.titleterms, index.terms];
      this.files = word => [...(Object.hasOwn(titles, word) ? list(titles[word]) : []),
                            ...(Object.hasOwn(bodies, word) ? list(bodies[word]) : [])];
      this.same = words.same.map(both => both.map(spellings => spellings.map(sequence).filter(s => s.length)))
        .flatMap(([asked, meant]) => asked.map(spelling => ({spelling, meant})))
        .sort((a, b) => b.spelling.length - a.spelling.length);
      this.spellings = words.same.flat(2).join(' ');
      this.questions = words.questions.map(([text, address]) => ({text, address, words: sequence(text)}));
      this.headings = Object.entries(index.alltitles).flatMap(([title, places]) => places.map(([page, id]) =>
        ({page, id, title, isPage: index.titles[page] === title, parts: this.languages(title)})));
    }

    // What was typed, with a word that no page has as the nearest one of the headings, terms and questions.
    spelt(query) {
      return query.toLowerCase().replace(/[a-z]{5,}/g, word => this.isKnown(word) ? word : this.nearest(word));
    }

    isKnown(word) {
      return stopwords.has(word) || this.files(stem(word)).length || this.completed([stem(word)]).length;
    }

    nearest(word) {
      this.vocabulary ??= count([...Object.keys(this.index.alltitles), ...this.questions.map(q => q.text), this.spellings].join(' '));
      const near = [...this.vocabulary].map(([known, times]) => [known, edits(word, known, word.length < 8 ? 1 : 2), times])
        .filter(([, far]) => far < Infinity).sort((a, b) => a[1] - b[1] || b[2] - a[2]);
      return near.length ? near[0][0] : word;
    }

    // A heading in one language and in the other.
    languages(title) {
      const two = title.match(/^(.*?)\s*[(（]([^()（）]*[\u4e00-\u9fff][^()（）]*)[)）]\s*$/);
      return (two ? [two[1], two[2]] : [title]).map(sequence).filter(words => words.length);
    }

    // What is asked, cut into terms; each with the sequences that would answer it.
    units(query) {
      let rest = sequence(this.spelt(query).replace(FILLERS, ' ')), units = [];
      const cut = (at, length, ways) => {
        units.push(ways);
        rest = [...rest.slice(0, at), '', ...rest.slice(at + length)];
      };
      for (const {spelling} of this.same)
        for (let at; (at = found(spelling, rest)) >= 0;) cut(at, spelling.length, this.ways(spelling));
      return [...units, ...this.runs(rest).map(run => [run, ...this.completed(run)])]
        .map(ways => ({ways, weight: this.rarity(ways)}));
    }

    // What is left: single words, and Chinese cut where the index knows no such pair.
    runs(rest) {
      return rest.reduce((runs, word, i) => {
        const last = rest[i - 1] || '';
        const goes_on = CHINESE.test(word) && CHINESE.test(last) && this.files(last + word).length;
        return !word ? runs : goes_on ? [...runs.slice(0, -1), [...runs.at(-1), word]] : [...runs, [word]];
      }, []);
    }

    ways(spelling) {
      const meant = this.same.filter(s => s.spelling.join(' ') === spelling.join(' ')).flatMap(s => s.meant);
      return [...new Map([spelling, ...meant].map(way => [way.join(' '), way])).values()];
    }

    // The words that one which is not in the index is the beginning of.
    completed([word, ...more]) {
      if (more.length || word.length < 3 || CHINESE.test(word) || this.files(word).length) return [];
      return [...new Set([...Object.keys(this.index.titleterms), ...Object.keys(this.index.terms)])]
        .filter(term => term.startsWith(word)).slice(0, 20).map(term => [term]);
    }

    pages(way) {
      const all = terms(way).map(term => new Set(this.files(term)));
      return [...all[0] || []].filter(page => all.every(pages => pages.has(page)));
    }

    rarity(ways) {
      const pages = new Set(ways.flatMap(way => this.pages(way)));
      return pages.size ? Math.log(1 + this.index.docnames.length / pages.size) : 1;
    }

    // How well a heading answers: wholly 1, beginning with it more than holding it.
    answers(parts, {ways}) {
      return Math.max(0, ...parts.flatMap(words => ways.map((way, k) => {
        const at = found(way, words);
        return at < 0 ? 0 : (k ? 0.9 : 1) * (0.5 + 0.4 * way.length / words.length + 0.1 * (at === 0));
      })));
    }

    rank(query) {
      const {docnames, titles} = this.index, units = this.units(query);
      const whole = units.reduce((sum, unit) => sum + unit.weight, 0);
      const pages = docnames.map((name, page) => ({page, title: 0, section: 0, heading: null, text: 0, met: new Set()}));
      for (const unit of units)
        for (const page of new Set(unit.ways.flatMap(way => this.pages(way)))) {
          pages[page].text += unit.weight;
          pages[page].met.add(unit);
        }
      for (const {page, id, title, isPage, parts} of this.headings) {
        let score = 0;
        for (const unit of units) {
          const good = this.answers(parts, unit);
          if (good) pages[page].met.add(unit);
          score += good * unit.weight;
        }
        if (isPage) pages[page].title = Math.max(pages[page].title, score);
        else if (score > pages[page].section) Object.assign(pages[page], {section: score, heading: {id, title}});
      }
      const ranked = pages.filter(p => p.met.size).map(p => {
        const met = [...p.met].reduce((sum, unit) => sum + unit.weight, 0) / whole;
        const part = (PARTS.find(([names]) => names.test(docnames[p.page])) || [0, 1])[1];
        return {...p, score: (Math.max(8 * p.title, 5 * p.section) + p.title + p.section + p.text) * met * met * part};
      });
      return [...this.named(query), ...ranked].sort((a, b) => b.score - a.score);
    }

    // Functions and classes that are asked for by their name.
    named(query) {
      const asked = query.split(/[\s,，、]+/).map(word => word.replace(/\(\)$/, '')).filter(word => /_|\w\.\w|[a-z][A-Z]|\d[A-Z]/.test(word));
      const {objects, objnames} = this.index;
      return Object.entries(objects).flatMap(([prefix, all]) => all.flatMap(([page, kind, , anchor, name]) => {
        const full = prefix ? `${prefix}.${name}` : name;
        const hit = asked.some(word => full.toLowerCase() === word.toLowerCase() || full.toLowerCase().endsWith('.' + word.toLowerCase()));
        return hit ? [{page, score: 1000 - full.length, object: full, id: anchor || full, kind: objnames[kind][2]}] : [];
      }));
    }

    // The questions that hold most of what is asked.
    asked(query) {
      const units = this.units(query), whole = units.reduce((sum, unit) => sum + unit.weight, 0);
      return this.questions.map((question, at) => {  // the more general ones stand first
        const met = units.filter(({ways}) => ways.some(way => holds(question.words, way)));
        const share = met.reduce((sum, unit) => sum + unit.weight, 0) / whole;
        const exact = units.filter(({ways}) => holds(question.words, ways[0])).length;
        return {...question, share, fit: share + 0.1 * exact - 0.001 * at};
      }).filter(q => q.share >= CLOSE).sort((a, b) => b.fit - a.fit).slice(0, ASKED);
    }
  }

  // -- on the page of results

  // Sphinx shows the last of the list first.
  const results = (ranked, {docnames, titles, filenames}, up = '') => ranked.slice(0, LISTED).reverse().map(({page, score, heading, object, id, kind}) => {
    const title = object || (heading ? `${titles[page]} > ${heading.title}` : titles[page]);
    const anchor = object ? id : heading?.id;
    return [up + docnames[page], title, anchor ? '#' + anchor : '', object ? `${kind}, in ${titles[page]}` : null,
      Math.round(score * 100) / 100, filenames[page], object ? 'object' : 'text'];
  });

  const showQuestions = questions => {
    const box = document.createElement('ul');
    box.className = 'search-questions';
    box.setAttribute('aria-label', 'Questions (问答)');
    for (const {text, address} of questions) {
      const link = document.createElement('a');
      link.href = address;
      link.textContent = text;
      box.appendChild(document.createElement('li')).appendChild(link);
    }
    if (questions.length) Search.output.before(box);
  };

  // What a result quotes has formulas as they are seen, not as they are written.
  const toText = Search.htmlToText;
  Search.htmlToText = (html, anchor) => toText(html.replace(/<math.*?<\/math>/gs, ''), anchor);

  // On a Chinese page (site_search.py) what only the English edition has follows.
  const own = typeof OWN_INDEX === 'undefined' ? Search._index : OWN_INDEX, english = own === Search._index ? null : Search._index;
  Search._index = own;
  let finder = null, other = null;
  Search._performSearch = query => {
    finder ??= new Finder(own, SEARCH_WORDS);
    other ??= english && new Finder(english, SEARCH_WORDS);
    document.getElementById('search-progress')?.replaceChildren();
    showQuestions(finder.asked(query));
    const there = new Set(own.docnames), more = other ? other.rank(query).filter(({page}) => !there.has(english.docnames[page])) : [];
    return [...(other ? results(more, english, '../') : []), ...results(finder.rank(query), own)];
  };
})();
