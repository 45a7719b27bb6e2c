/** Looks for a value of a facet by its name, as the button of the form does: in the page, and at `facet/v1/values` where the page has not all. */
globalThis.facetValues = (() => {
  'use strict';

  const ASKING_MS = 200;
  const SLOW_MS = 150;
  /** A voice that reads the letters typed is not interrupted by each number. */
  const SAYING_MS = 600;

  const WHOLE = {
    ł: 'l',
    đ: 'd',
    ð: 'd',
    ø: 'o',
    ħ: 'h',
    ı: 'i',
    ŧ: 't',
    ŋ: 'n',
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    þ: 'th',
    ĸ: 'k',
    ſ: 's',
  };
  /** Letters without case and diacritics, as the server folds them. */
  const fold = (text) =>
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[łđðøħıŧŋßæœþĸſ]/g, (letter) => WHOLE[letter])
      .trim();

  const facetOf = (element) => element.closest('.facet');
  const asks = (list) => list.dataset.asks !== undefined;

  return function facetValues({ root, status, opened, context, stateOfForm, keepFocus }) {
    /** What is looked for among the values of a facet: words, or `^` and a first letter. */
    const finds = new Map();
    /** By facet, what the server was asked for its values, and when to ask next. */
    const asked = new Map();
    const timers = new Map();
    let sayTimer;

    const listOf = (key) => root.querySelector(`.facet[data-facet-key="${CSS.escape(key)}"] [data-facet-values]`);

    /** The lists that the page does not hold as a whole, with what is looked for in them. */
    function findsToAsk() {
      const wanted = [...finds].flatMap(([key, find]) => {
        const list = listOf(key);
        return list && asks(list) ? [[`sf_find[${facetOf(list).dataset.facet}]`, find]] : [];
      });
      return Object.fromEntries(wanted);
    }

    function dressValues(list) {
      const facet = facetOf(list);
      const key = facet.dataset.facetKey;
      if (!finds.has(key)) finds.set(key, list.dataset.find);
      const find = finds.get(key);
      const field = facet.querySelector('[data-facet-find]');
      if (field && document.activeElement !== field) field.value = find.startsWith('^') ? '' : find;
      press(facet, find);
      narrow(list);
      if (asks(list) && list.dataset.find !== find) ask(key, 0);
    }

    function press(facet, find) {
      const pressed = find.startsWith('^') ? find.slice(1) : '';
      for (const letter of facet.querySelectorAll('[data-facet-letter]'))
        letter.setAttribute('aria-pressed', String(letter.dataset.facetLetter === pressed));
    }

    /** Looks for something else: in the page at once, and at the server where the page does not hold all values. */
    function look(facet, find, ms) {
      const list = facet.querySelector('[data-facet-values]');
      const key = facet.dataset.facetKey;
      finds.set(key, find);
      press(facet, find);
      const left = narrow(list);
      if (asks(list)) ask(key, ms);
      else if (find !== '') say(left > 0 ? inWords(list, left) : facet.querySelector('[data-facet-none]').textContent);
    }

    function inWords(list, number) {
      const forms = JSON.parse(list.dataset.forms);
      const language = document.documentElement.lang || undefined;
      return (forms[new Intl.PluralRules(language).select(number)] ?? forms.other ?? '%s').replace(
        '%s',
        number.toLocaleString(language),
      );
    }

    function say(text) {
      clearTimeout(sayTimer);
      sayTimer = setTimeout(() => {
        status.textContent = text;
      }, SAYING_MS);
    }

    /** Shows the values that have the words typed, or the first letter pressed; what is chosen stays in sight. */
    function narrow(list) {
      const find = finds.get(facetOf(list).dataset.facetKey) ?? '';
      const words = find.startsWith('^')
        ? []
        : fold(find)
            .split(/\s+/)
            .filter((word) => word !== '');
      let left = 0;
      for (const option of list.querySelectorAll('[data-words]')) {
        const fits =
          words.every((word) => option.dataset.words.includes(word)) &&
          (!find.startsWith('^') || option.dataset.letter === find.slice(1));
        option.hidden = !fits && !option.querySelector('input').checked;
        if (fits) left += 1;
      }
      const more = list.querySelector('.facet-more');
      if (more) {
        list.classList.toggle('facet-values--found', find !== '');
        more.dataset.open ??= String(more.open);
        more.open = find !== '' || (opened.get(more.dataset.facetKey) ?? more.dataset.open === 'true');
      }
      list.querySelector('[data-facet-none]').hidden =
        left > 0 || find === '' || (asks(list) && list.dataset.find !== find);
      return left;
    }

    function stopAsking(key) {
      clearTimeout(timers.get(key));
      asked.get(key)?.abort();
      asked.delete(key);
    }

    function ask(key, ms) {
      stopAsking(key);
      timers.set(
        key,
        setTimeout(() => fetchValues(key), ms),
      );
    }

    async function fetchValues(key) {
      // Another choice may have left nothing of the facet.
      if (!listOf(key)) return;
      const own = new AbortController();
      const state = JSON.stringify(stateOfForm());
      const find = finds.get(key);
      asked.set(key, own);
      const facet = facetOf(listOf(key));
      const query = new URLSearchParams({
        facet: facet.dataset.facet,
        find,
        scope: String(new URLSearchParams(JSON.parse(state))),
        category: context.category,
        term: context.term,
        instance: root.id,
      });
      const slow = setTimeout(() => listOf(key)?.setAttribute('aria-busy', 'true'), SLOW_MS);
      try {
        const response = await fetch(`${root.dataset.valuesEndpoint}?${query}`, {
          headers: { Accept: 'application/json' },
          signal: own.signal,
        });
        const answer = response.ok ? await response.json() : {};
        if (typeof answer.values_html !== 'string') throw new Error(`The filter answered with ${response.status}.`);
        // A box that was ticked meanwhile is on its way to the server, which sends this list as well.
        if (asked.get(key) === own && listOf(key) && JSON.stringify(stateOfForm()) === state)
          replaceValues(key, find, answer);
      } catch (error) {
        if (asked.get(key) === own && error.name !== 'AbortError' && listOf(key)) failValues(listOf(key));
      } finally {
        clearTimeout(slow);
        if (asked.get(key) === own) {
          asked.delete(key);
          listOf(key)?.removeAttribute('aria-busy');
        }
      }
    }

    function replaceValues(key, find, answer) {
      keepFocus(() => {
        listOf(key).outerHTML = answer.values_html;
        listOf(key).dataset.find = find;
        dressValues(listOf(key));
      });
      say(answer.count_text);
    }

    function failValues(list) {
      const none = list.querySelector('[data-facet-none]');
      none.textContent = list.dataset.failed;
      none.hidden = false;
      say(list.dataset.failed);
    }

    return {
      finds: findsToAsk,
      dress() {
        for (const list of root.querySelectorAll('[data-facet-values]')) dressValues(list);
      },
      /** Forgets what was asked: the answer that is on its way holds the lists as well. */
      stop() {
        for (const key of [...timers.keys()]) stopAsking(key);
      },
      type(field, ms = ASKING_MS) {
        look(facetOf(field), field.value.replace(/\s+/g, ' ').trim(), ms);
      },
      press(letter) {
        const facet = facetOf(letter);
        const field = facet.querySelector('[data-facet-find]');
        if (field) field.value = '';
        look(facet, letter.dataset.facetLetter === '' ? '' : `^${letter.dataset.facetLetter}`, 0);
      },
    };
  };
})();
