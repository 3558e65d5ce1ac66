import { isObject } from '../../core/protocol/is-object.ts'

/** Applies a JSON merge patch (RFC 7386): null removes a field, lists are replaced as a whole. */
export const mergePatch = (value: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch
  const entries = new Map(Object.entries(isObject(value) ? value : {}))
  for (const [key, one] of Object.entries(patch)) {
    if (one === null) entries.delete(key)
    else entries.set(key, mergePatch(entries.get(key), one))
  }
  return Object.fromEntries(entries)
}
