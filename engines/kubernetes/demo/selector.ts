import type { Resource } from '../client.ts'
import { ApiError } from './api-error.ts'

const termPattern = /^\s*(!?)\s*([\w./-]+)\s*(?:(==?|!=)\s*([\w.-]*)|\s(in|notin)\s*\(([^)]*)\))?\s*$/

/** Terms of a selector: separated by commas outside of parentheses. */
const termsOf = (selector: string) => selector.split(/,(?![^(]*\))/).filter((text) => text.trim() !== '')

const labelTest = (text: string) => {
  const [, not, key = '', sign, expected = '', word, list = ''] = termPattern.exec(text) ?? []
  if (!key) throw new ApiError(400, `unable to parse requirement: "${text}"`)
  const values = word ? list.split(',').map((one) => one.trim()) : [expected]
  if (!sign && !word) return (labels: Readonly<Record<string, string>>) => Object.hasOwn(labels, key) !== (not === '!')
  const isIncluded = sign !== '!=' && word !== 'notin'
  return (labels: Readonly<Record<string, string>>) => values.includes(labels[key] ?? '\0') === isIncluded
}

const fieldTest = (text: string) => {
  const [, path = '', sign, expected] = /^\s*([\w.]+)\s*(==?|!=)\s*(.*?)\s*$/.exec(text) ?? []
  if (!path) throw new ApiError(400, `invalid field selector: "${text}"`)
  return (object: Resource) => {
    const value = path
      .split('.')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], object)
    return (String(value ?? '') === expected) === (sign !== '!=')
  }
}

export const createSelector = (labels = '', fields = '') => {
  const [byLabel, byField] = [termsOf(labels).map(labelTest), termsOf(fields).map(fieldTest)]
  return (object: Resource) =>
    byLabel.every((matches) => matches(object.metadata.labels ?? {})) && byField.every((matches) => matches(object))
}
