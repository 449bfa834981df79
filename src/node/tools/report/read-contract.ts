/** What a page shows, as lines that do not contain generated names. */
export interface PageContract {
  elements: string[];
  attributes: string[];
  focus: string[];
  /** Names of custom properties that rules with a matching selector read. */
  reads: string[];
  /** Names of custom properties that style sheets define. */
  defines: string[];
}

/**
 * Runs in the page, so it uses nothing of this module. `own`: a part of the names of the tool's style sheets, which
 * are not part of the library.
 */
export function readContract(own: string): PageContract {
  const REFERENCES =
    /^(?:for|form|list|headers|popovertarget|commandfor|aria-(?:labelledby|describedby|controls|owns|activedescendant|details|flowto|errormessage))$/;
  /** What the stylist, the browser or React generate. */
  const LEFT_OUT = /^(?:id|class|style|nonce|src|srcset|d|points|transform)$/;
  const FOCUSABLE =
    'a[href], area[href], button, input, select, textarea, summary, iframe, audio[controls], video[controls], [contenteditable]:not([contenteditable="false"]), [tabindex]';
  const SKIPPED = new Set(['SCRIPT', 'STYLE', 'LINK', 'NOSCRIPT', 'TEMPLATE']);
  const shown = [...document.body.querySelectorAll('*')].filter(
    (element) => !SKIPPED.has(element.tagName) && !element.closest('noscript, template'),
  );
  const isGenerated = (value: string): boolean => /[:«»]|_r_|\d{3}/.test(value) || value.length > 80;
  const tagOf = (element: Element): string => element.tagName.toLowerCase();
  const describe = (element: Element): string => {
    const kept = [...element.attributes].filter(
      ({ name }) => !LEFT_OUT.test(name) && !/^(?:data|aria)-/.test(name) && !/^on/.test(name),
    );
    const attributes = kept
      .map(({ name, value }) => {
        const leadsToId = REFERENCES.test(name) || (name === 'href' && value.startsWith('#'));
        return leadsToId || (name === 'name' && isGenerated(value))
          ? `[${name}]`
          : `[${name}=${JSON.stringify(value.slice(0, 80))}]`;
      })
      .sort();
    return tagOf(element) + attributes.join('');
  };
  const isPage = (element: Element | null): boolean => element === document.body || element?.id === 'root';
  const elements = shown
    .filter((element) => !isPage(element))
    .map((element) => {
      const parent = element.parentElement;
      return `${isPage(parent) ? '' : `${tagOf(parent as Element)} > `}${describe(element)}`;
    });
  const attributes = shown.flatMap((element) =>
    [...element.attributes].flatMap(({ name, value }) => {
      // Names are part of the roles.
      if (!/^(?:data|aria)-/.test(name) || name === 'aria-label' || isPage(element)) return [];
      const isBare = value === '' || REFERENCES.test(name) || isGenerated(value);
      return [`${tagOf(element)}[${isBare ? name : `${name}=${JSON.stringify(value)}`}]`];
    }),
  );
  const isReachable = (element: HTMLElement): boolean =>
    element.tabIndex >= 0 &&
    !element.matches(':disabled') &&
    !element.closest('[inert]') &&
    element.checkVisibility({ visibilityProperty: true });
  const focusable = [...document.body.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isReachable);
  const first = focusable.filter(({ tabIndex }) => tabIndex > 0).sort((one, other) => one.tabIndex - other.tabIndex);
  const focus = [...first, ...focusable.filter(({ tabIndex }) => tabIndex === 0)].map((element) => {
    const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return `${element.getAttribute('role') ?? tagOf(element)} ${JSON.stringify(name.replace(/\s+/g, ' ').trim().slice(0, 40))}`;
  });

  const reads = new Set<string>();
  const defines = new Set<string>();
  const matches = (selector: string): boolean => {
    try {
      // Pseudo-classes and pseudo-elements depend on the moment.
      const plain = selector.replace(/::?[\w-]+(?:\((?:[^()]|\([^()]*\))*\))?/g, '') || '*';
      return document.querySelector(plain) !== null;
    } catch {
      // A nested or a vendor's selector.
      return true;
    }
  };
  const visit = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) {
        for (const name of rule.style) if (name.startsWith('--')) defines.add(name);
        const used = [...rule.style.cssText.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = '']) => name);
        if (used.length > 0 && matches(rule.selectorText)) for (const name of used) reads.add(name);
      } else if (rule instanceof CSSPropertyRule) defines.add(rule.name);
      if ('cssRules' in rule) visit(rule.cssRules as CSSRuleList);
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    if (sheet.href?.includes(own)) continue;
    try {
      visit(sheet.cssRules);
    } catch {
      // A style sheet of another host cannot be read.
    }
  }
  for (const element of shown) {
    const style = element.getAttribute('style') ?? '';
    for (const [, name = ''] of style.matchAll(/(--[\w-]+)\s*:/g)) defines.add(name);
    for (const [, name = ''] of style.matchAll(/var\(\s*(--[\w-]+)/g)) reads.add(name);
  }
  return { elements, attributes, focus, reads: [...reads].sort(), defines: [...defines].sort() };
}
