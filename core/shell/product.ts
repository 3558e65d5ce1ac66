/** What the product is called. */
export const product = 'Stowage'

/** The manual of the storage server, with the marker that tells which console sent the reader (spec/1 2.5). */
export const documentation = (operator: boolean) => `https://docs.min.io/?ref=${operator ? 'operator' : 'console'}`

/** The text of the licence under which the console itself is given. */
export const licence = 'https://www.gnu.org/licenses/agpl-3.0.html'

/** Names the tab: the page first, then the product. */
export const pageTitle = (page: string, operator = false) => `${page} · ${operator ? `${product} Operator` : product}`
