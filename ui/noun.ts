import { count } from '../core/protocol/format.ts'
import { noneInNamespaces } from './messages.ts'

/** Noun for the rows of a list, for "14 users" and "There are no users yet.". */
export type Noun = { one: string; many: string }

/** `1 user`, `14 users`. */
export const counted = (number: number, noun: Noun) => `${count(number)} ${number === 1 ? noun.one : noun.many}`

/** Capitalizes the first letter. */
export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Title of an empty list that is limited to these namespaces; empty for a list of the whole cluster. */
export const emptyInNamespaces = (namespaces: readonly string[] | undefined, nouns: string) =>
  namespaces ? { title: noneInNamespaces(nouns, namespaces.join(', ')) } : {}

/** Label of a button while its action runs: "Saving" for "Save", "Setting Up" for "Set Up". */
export const busyText = (label: string) => {
  const [verb = '', ...rest] = label.split(' ')
  const stem = verb.endsWith('e')
    ? verb.slice(0, -1)
    : /^(re)?[^aeiou]*[aeiou][bdgmnpt]$/i.test(verb)
      ? verb + verb.at(-1)
      : verb
  return [`${stem}ing`, ...rest].join(' ')
}
