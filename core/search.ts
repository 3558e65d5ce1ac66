import * as v from 'valibot'
import { holds } from './fold.ts'
import { most, text } from './limits.ts'
import { match } from './fuzzy-match.ts'

/** Maximum number of results of one search. */
export const FOUND = 50

/** Query of a search by part of a name. */
export const asked = v.object({
  text: v.pipe(text(most.name), v.minLength(1, 'Name a part of what to find in ?text=')),
})

/** Response of a search; `more` says that there are further matches. */
export const found = <const Item extends v.GenericSchema>(item: Item) =>
  v.object({ found: v.array(item), more: v.optional(v.boolean(), false) })

/** Items whose name contains the text: first those starting with it, then those with a word starting with it. */
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
