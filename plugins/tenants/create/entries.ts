import * as v from 'valibot'
import { text } from 'stowage'
import { imagePattern } from '../image.ts'
import * as messages from '../messages.ts'

/** Most servers of a pool, and drives of a server. */
export const [MAX_SERVERS, MAX_DRIVES] = [1024, 256]

/** Schema entries of the wizard's steps, with the metadata that forms need to render them. */
export const word = text(1024)
const textField = (title: string, hint = '') => v.pipe(word, v.title(title), v.description(hint))
export const requiredField = (title: string, hint = '') =>
  v.pipe(textField(title, hint), v.minLength(1, 'Field cannot be empty'))
/** Optional, because it only applies to the choice that displays it. */
export const optionalField = (title: string, hint = '') => v.optional(textField(title, hint))
export const secretField = (title: string) =>
  v.optional(v.pipe(word, v.title(title), v.metadata({ control: 'secret' })))
export const booleanField = (title: string, on: boolean, hint = '') =>
  v.optional(v.pipe(v.boolean(), v.title(title), v.description(hint)), on)
export const numberField = (title: string, least: number, words: string) =>
  v.pipe(v.number(), v.minValue(least, words), v.title(title))
export const integerField = (title: string, [least, most]: readonly [number, number], words: string, hint = '') =>
  v.pipe(
    numberField(title, least, words),
    v.integer('Enter a whole number'),
    v.maxValue(most, `Enter at most ${most}`),
    v.description(hint),
  )
export const pemField = (title: string, hint = '') =>
  v.optional(v.pipe(text(96 * 1024), v.title(title), v.description(hint), v.metadata({ control: 'area' })))
export const imageField = (title: string, example: string) =>
  v.optional(
    v.pipe(
      word,
      v.title(title),
      v.regex(imagePattern, messages.formatOf(example)),
      v.metadata({ placeholder: example, control: 'mono' }),
    ),
  )
export const secondsField = (title: string) =>
  v.optional(
    v.pipe(
      v.number(),
      v.integer('Enter whole seconds'),
      v.minValue(0, messages.valueMustNotBeNegative),
      v.title(title),
      v.metadata({ unit: 's' }),
    ),
    0,
  )

/** User or group id of pods; `of` names the pods, if there are several kinds. */
export const idField = (name: string, of = '', preset = 1000) =>
  v.optional(
    v.pipe(
      v.number(),
      v.integer('Enter a whole number'),
      v.minValue(0, messages.mustBePresent(name)),
      v.title(of ? `${of} ${name}` : name),
    ),
    preset,
  )

/** Fields of a security context, for pods with a custom one. */
export const runAs = () => ({
  runAsUser: idField('runAsUser'),
  runAsGroup: idField('runAsGroup'),
  fsGroup: idField('fsGroup'),
  runAsNonRoot: booleanField('Do not run as Root', true),
})
