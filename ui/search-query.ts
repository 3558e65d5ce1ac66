import * as v from 'valibot'
import { includesIgnoringCase } from '../core/protocol/fold-case.ts'
import { limits, text } from '../core/protocol/limits.ts'
import { fuzzyMatch } from './fuzzy-match.ts'
import { searchPartRequired } from './messages.ts'

/** Maximum number of results of one search. */
export const MAX_RESULTS = 50

/** Query of a search by part of a name. */
export const searchQuery = v.object({
  text: v.pipe(text(limits.name), v.minLength(1, searchPartRequired)),
})

/** Response of a search; `hasMore` says that further matches exist. */
export const searchResult = <const Item extends v.GenericSchema>(item: Item) =>
  v.object({ results: v.array(item), hasMore: v.optional(v.boolean(), false) })

/** Items whose name contains the text: first those starting with it, then those with a word starting with it. */
export const filterMatches = <Item>(items: readonly Item[], text: string, nameOf: (item: Item) => string) => {
  const matches = items.filter((item) => includesIgnoringCase(nameOf(item), text))
  const scored = matches.map((item) => ({ item, score: fuzzyMatch(nameOf(item), text)?.score ?? 0 }))
  return {
    results: scored
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_RESULTS)
      .map(({ item }) => item),
    hasMore: matches.length > MAX_RESULTS,
  }
}
