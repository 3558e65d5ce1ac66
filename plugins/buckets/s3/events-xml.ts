import type { Subscription } from '../contract.ts'
import { s3EventName, shortEventName } from '../events.ts'
import { newRuleId } from '../backend/rule-id.ts'
import { wrapElement, element, elementsIn, rewriteElements, type Span, unescape } from 'stowage/engines/s3'
import { childrenOf } from './xml.ts'

/** Elements that hold a subscription, and their child that names the target. */
const kinds: Readonly<Record<string, string>> = {
  TopicConfiguration: 'Topic',
  QueueConfiguration: 'Queue',
  CloudFunctionConfiguration: 'CloudFunction',
}

const texts = (parts: readonly Span[], name: string) =>
  parts.filter((part) => part.name === name).map(({ inner }) => unescape(inner).trim())

const valueOf = (rules: readonly Span[], name: string) => {
  const rule = rules.find(({ inner }) => texts(elementsIn(inner), 'Name')[0]?.toLowerCase() === name)
  const value = rule && elementsIn(rule.inner).find((part) => part.name === 'Value')
  return unescape(value?.inner ?? '')
}

/** Parses a subscription. */
const readSubscription = ({ name, inner }: Span): Subscription => {
  const parts = elementsIn(inner)
  const elementText = (outer: readonly Span[], name: string) =>
    outer.filter((part) => part.name === name).flatMap((part) => elementsIn(part.inner))
  const rules = elementText(elementText(parts, 'Filter'), 'S3Key').filter((part) => part.name === 'FilterRule')
  return {
    id: texts(parts, 'Id')[0] ?? '',
    arn: texts(parts, kinds[name] ?? '')[0] ?? '',
    events: texts(parts, 'Event').map(shortEventName),
    prefix: valueOf(rules, 'prefix'),
    suffix: valueOf(rules, 'suffix'),
  }
}

/** Serializes a new subscription. */
const writeSubscription = ({ id, arn, events, prefix, suffix }: Subscription): string => {
  const rules = Object.entries({ prefix, suffix }).flatMap(([Name, Value]) =>
    Value ? element('FilterRule', { Name, Value }) : [],
  )
  const filter = rules.length > 0 ? `<Filter><S3Key>${rules.join('')}</S3Key></Filter>` : ''
  return `<QueueConfiguration>${element('Id', id || newRuleId())}${element('Queue', arn)}${element('Event', events.map(s3EventName))}${filter}</QueueConfiguration>`
}

/** The subscriptions of a document, in document order. */
export const subscriptionsIn = (xml: string): Subscription[] =>
  childrenOf(xml).flatMap((part) => (kinds[part.name] ? readSubscription(part) : []))

const empty = '<NotificationConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"></NotificationConfiguration>'

/**
 * The document without the subscriptions that `isKept` rejects, and with a new one appended; the rest stays byte for
 * byte.
 */
export const withSubscriptions = (xml: string, isKept: (one: Subscription) => boolean, added?: Subscription): string =>
  rewriteElements(elementsIn(xml).length > 0 ? xml : empty, (root) => {
    const inner = rewriteElements(root.inner, (part) =>
      kinds[part.name] && !isKept(readSubscription(part)) ? '' : part.text,
    )
    return wrapElement(root, inner + (added ? writeSubscription(added) : ''))
  })
