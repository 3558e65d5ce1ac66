import { rowsOf } from './counts.ts'
import type { Index } from './database.ts'

/** Limits of a search: texts, and time in ms, since an index may have millions of objects and none encrypted. */
const [MAX_TEXTS, SEARCH_TIME] = [16, 1000]

/** All texts of an index that are encrypted with the folder's key, those that are found quickly first. */
function* sealedTexts(index: Index): Generator<string | undefined> {
  for (const { value } of index.secrets.getRange()) yield value
  for (const { value } of index.targets.getRange()) yield value.token
  for (const { value } of index.settings.getRange()) yield* Object.values(value.secrets ?? {})
  for (const { value } of index.uploads.getRange()) yield value.cipher?.key
  const buckets = Array.from(index.buckets.getRange(), ({ value }) => value)
  for (const bucket of buckets.sort((a, b) => Number(b.encrypted ?? false) - Number(a.encrypted ?? false)))
    for (const table of [index.objects, index.versions])
      for (const { value } of table.getRange(rowsOf(bucket))) yield value.cipher?.key
}

/** Some texts of an index that are encrypted with the folder's key. */
export const findSealedTexts = (index: Index): string[] => {
  const deadline = Date.now() + SEARCH_TIME
  const found: string[] = []
  for (const text of sealedTexts(index)) {
    if (text !== undefined) found.push(text)
    if (found.length === MAX_TEXTS || Date.now() > deadline) break
  }
  return found
}
