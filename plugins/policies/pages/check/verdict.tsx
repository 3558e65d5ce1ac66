import type { ReactNode } from 'react'
import { encodeSegment, displayName } from 'stowage'
import { canOpenPage } from 'stowage/web'
import { Badge, Banner, Code, Link, Status, type LineHighlights, Row, Stack } from 'stowage/ui'
import type { MatchedStatement, Verdict as Result } from '../../access.ts'
import * as styles from './check.css.ts'
import type { Draft } from './question.ts'
import * as messages from '../../messages.ts'

const PolicyName = ({ of: { policyType, policy } }: { of: MatchedStatement }) => {
  if (policyType === 'inline') return "the service account's own policy"
  if (!policy) return 'the permissions of the account'
  return canOpenPage('/policies/*') ? (
    <Link href={`/policies/${encodeSegment(policy)}`}>{displayName(policy)}</Link>
  ) : (
    <strong>{displayName(policy)}</strong>
  )
}

const GroupName = ({ name }: { name: string }) =>
  canOpenPage('/groups/:groupName+') ? (
    <Link href={`/groups/${encodeSegment(name)}?tab=policies`}>{displayName(name)}</Link>
  ) : (
    <strong>{displayName(name)}</strong>
  )

const holderOf = ({ parentUser }: Result, { name }: Draft) => displayName(parentUser ?? name)

const Origin = ({ of, holder }: { of: MatchedStatement; holder: string }): ReactNode => {
  if (of.policyType === 'inline') return 'limits the service account'
  if (of.group === undefined) return of.policy ? `attached to ${holder}` : ''
  return (
    <>
      group <GroupName name={of.group} />
    </>
  )
}

const sentences: Readonly<Record<Exclude<Result['reason'], 'statement'>, string>> = {
  'implicit-deny': messages.noStatementAllows,
  'inline-policy': messages.deniedByServiceAccountPolicy,
  root: messages.rootMayDoEverything,
  disabled: messages.disabledAccountHasNoRights,
  expired: messages.expiredAccountHasNoRights,
  'disabled-group': messages.userIsInDisabledGroup,
}

const Sentence = ({ result, draft }: { result: Result; draft: Draft }) => {
  const { decidedBy, reason } = result
  if (!decidedBy) return reason === 'statement' ? null : sentences[reason]
  const holder = holderOf(result, draft)
  return (
    <>
      Statement {decidedBy.number} of <PolicyName of={decidedBy} />
      {decidedBy.group !== undefined && (
        <>
          , which {holder} has through <GroupName name={decidedBy.group} />,
        </>
      )}{' '}
      {decidedBy.effect === 'Deny' ? messages.deniedByStatement : messages.allowedByStatement}
    </>
  )
}

/** Lines of a statement that contain some of its elements. */
const tintsFor = (json: string, elements: readonly string[], tint: 'marked' | 'warned'): LineHighlights => {
  const tints = new Map<number, 'marked' | 'warned'>()
  let within = false
  for (const [at, line] of json.split('\n').entries()) {
    const [, key] = /^ {2}"(\w+)":/.exec(line) ?? []
    if (key !== undefined) within = elements.includes(key)
    if (within && /^ {2}/.test(line)) tints.set(at + 1, tint)
  }
  return tints
}

const MatchedStatements = ({ result, draft }: { result: Result; draft: Draft }) => (
  <Stack role="list" aria-label="Statements that match">
    {result.matchedStatements.map((statement, at) => (
      <div key={at} className={styles.ruling} role="listitem">
        <Status tone={statement.effect === 'Allow' ? 'ok' : 'danger'}>{statement.effect}</Status>
        <span>{displayName([statement.number, statement.sid].filter(Boolean).join(' '))}</span>
        <span>
          <PolicyName of={statement} />
        </span>
        <Row as="span" gap={[0, 2]} wrap shrink className={styles.came}>
          <span>
            <Origin of={statement} holder={holderOf(result, draft)} />
          </span>
          {at === 0 && result.reason === 'statement' && <Badge tone="outline">Decides</Badge>}
        </Row>
      </div>
    ))}
  </Stack>
)

/** Allowed or denied, by which statement, and its origin. */
export const Verdict = ({ result, draft }: { result: Result; draft: Draft }) => {
  const { allowed, decidedBy, closest, missingConditionKeys, unreadablePolicies } = result
  const statement = decidedBy ?? closest
  return (
    <section className={statement ? styles.result : undefined} aria-label="Answer">
      <div className={styles.side} aria-live="polite">
        <h2 className={styles.verdict}>
          <Status tone={allowed ? 'ok' : 'danger'}>{allowed ? 'Allowed' : 'Denied'}</Status>
        </h2>
        <p className={styles.sentence}>
          <Sentence result={result} draft={draft} />
        </p>
        {missingConditionKeys.length > 0 && (
          <p className={styles.note}>{messages.resultDependsOnMissingKeys(missingConditionKeys.join(', '))}</p>
        )}
        {unreadablePolicies.length > 0 && (
          <Banner tone="warning">
            {messages.unreadablePoliciesIgnored(unreadablePolicies.map((name) => `"${displayName(name)}"`).join(', '))}
          </Banner>
        )}
        {result.matchedStatements.length > 0 && <MatchedStatements result={result} draft={draft} />}
      </div>
      {statement && (
        <div className={`${styles.side} ${styles.statementSide}`}>
          <Row gap={3} justify="between" className={styles.head}>
            {decidedBy ? 'Deciding statement' : messages.closestStatement(statement.elements.join(', '))}
            {statement.policy && canOpenPage('/policies/*') && (
              <Link href={`/policies/${encodeSegment(statement.policy)}?tab=json&statement=${statement.number}`}>
                Open in policy
              </Link>
            )}
          </Row>
          <Code
            language="json"
            label={decidedBy ? 'Deciding statement' : 'Closest statement'}
            text={statement.json}
            highlights={tintsFor(statement.json, statement.elements, decidedBy ? 'marked' : 'warned')}
          />
        </div>
      )}
    </section>
  )
}
