import * as v from 'valibot'
import { holds } from './fold.ts'
import { most, text } from './limits.ts'
import { match } from './match.ts'

/** How many things one search finds at most. */
export const FOUND = 50

/** What a search is asked for: a part of a name. */
export const asked = v.object({
  text: v.pipe(text(most.name), v.minLength(1, 'Name a part of what to find in ?text=')),
})

/** What a search answers: `more` says that further ones would fit. */
export const found = <const Item extends v.GenericSchema>(item: Item) =>
  v.object({ found: v.array(item), more: v.optional(v.boolean(), false) })

/** Those whose name holds the text, the ones that begin with it first, then those with a word that does. */
export const fitting = <Item>(items: readonly Item[], text: string, nameOf: (item: Item) => string) => {
  const fit = items.filter((item) => holds(nameOf(item), text))
  const scored = fit.map((item) => ({ item, score: match(nameOf(item), text)?.score ?? 0 }))
  return {
    found: scored
      .sort((a, b) => b.score - a.score)
      .slice(0, FOUND)
      .map(({ item }) => item),
    more: fit.length > FOUND,
  }
}
