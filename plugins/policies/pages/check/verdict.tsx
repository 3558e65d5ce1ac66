import type { ReactNode } from 'react'
import { encodeSegment, displayName } from 'stowage'
import { canOpenPage } from 'stowage/web'
import { Badge, Banner, Code, Link, Status, type LineHighlights, Row, Stack } from 'stowage/ui'
import type { Ruling, Verdict as Answer } from '../../access.ts'
import * as styles from './check.css.ts'
import type { Draft } from './question.ts'
import * as messages from '../../messages.ts'

const PolicyName = ({ of: { layer, policy } }: { of: Ruling }) => {
  if (layer === 'restriction') return "the service account's own policy"
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

const holderOf = ({ parent }: Answer, { name }: Draft) => displayName(parent ?? name)

const Origin = ({ of, holder }: { of: Ruling; holder: string }): ReactNode => {
  if (of.layer === 'restriction') return 'limits the service account'
  if (of.group === undefined) return of.policy ? `attached to ${holder}` : ''
  return (
    <>
      group <GroupName name={of.group} />
    </>
  )
}

const sentences: Readonly<Record<Exclude<Answer['why'], 'statement'>, string>> = {
  nothing: messages.noStatementAllows,
  restriction: messages.deniedByServiceAccountPolicy,
  root: messages.rootMayDoEverything,
  disabled: messages.disabledAccountHasNoRights,
  expired: messages.expiredAccountHasNoRights,
  'disabled-group': messages.userIsInDisabledGroup,
}

const Sentence = ({ answer, draft }: { answer: Answer; draft: Draft }) => {
  const { decides, why } = answer
  if (!decides) return why === 'statement' ? null : sentences[why]
  const holder = holderOf(answer, draft)
  return (
    <>
      Statement {decides.number} of <PolicyName of={decides} />
      {decides.group !== undefined && (
        <>
          , which {holder} has through <GroupName name={decides.group} />,
        </>
      )}{' '}
      {decides.effect === 'Deny' ? messages.deniedByStatement : messages.allowedByStatement}
    </>
  )
}

/** Lines of a statement that contain some of its parts. */
export const tintsFor = (json: string, parts: readonly string[], tint: 'marked' | 'warned'): LineHighlights => {
  const tints = new Map<number, 'marked' | 'warned'>()
  let within = false
  for (const [at, line] of json.split('\n').entries()) {
    const [, key] = /^ {2}"(\w+)":/.exec(line) ?? []
    if (key !== undefined) within = parts.includes(key)
    if (within && /^ {2}/.test(line)) tints.set(at + 1, tint)
  }
  return tints
}

const Rulings = ({ answer, draft }: { answer: Answer; draft: Draft }) => (
  <Stack role="list" aria-label="Statements that match">
    {answer.rulings.map((ruling, at) => (
      <div key={at} className={styles.ruling} role="listitem">
        <Status tone={ruling.effect === 'Allow' ? 'ok' : 'danger'}>{ruling.effect}</Status>
        <span>{displayName([ruling.number, ruling.sid].filter(Boolean).join(' '))}</span>
        <span>
          <PolicyName of={ruling} />
        </span>
        <Row as="span" gap={[0, 2]} wrap shrink className={styles.came}>
          <span>
            <Origin of={ruling} holder={holderOf(answer, draft)} />
          </span>
          {at === 0 && answer.why === 'statement' && <Badge tone="outline">Decides</Badge>}
        </Row>
      </div>
    ))}
  </Stack>
)

/** Allowed or denied, by which statement, and its origin. */
export const Verdict = ({ answer, draft }: { answer: Answer; draft: Draft }) => {
  const { allowed, decides, closest, open, unread } = answer
  const statement = decides ?? closest
  return (
    <section className={statement ? styles.answer : undefined} aria-label="Answer">
      <div className={styles.side} aria-live="polite">
        <h2 className={styles.verdict}>
          <Status tone={allowed ? 'ok' : 'danger'}>{allowed ? 'Allowed' : 'Denied'}</Status>
        </h2>
        <p className={styles.sentence}>
          <Sentence answer={answer} draft={draft} />
        </p>
        {open.length > 0 && <p className={styles.note}>{messages.resultDependsOnMissingKeys(open.join(', '))}</p>}
        {unread.length > 0 && (
          <Banner tone="warning">
            {messages.unreadablePoliciesIgnored(unread.map((name) => `"${displayName(name)}"`).join(', '))}
          </Banner>
        )}
        {answer.rulings.length > 0 && <Rulings answer={answer} draft={draft} />}
      </div>
      {statement && (
        <div className={`${styles.side} ${styles.statementSide}`}>
          <Row gap={3} justify="between" className={styles.head}>
            {decides ? 'Deciding statement' : messages.closestStatement(statement.parts.join(', '))}
            {statement.policy && canOpenPage('/policies/*') && (
              <Link href={`/policies/${encodeSegment(statement.policy)}?tab=json&statement=${statement.number}`}>
                Open in policy
              </Link>
            )}
          </Row>
          <Code
            language="json"
            label={decides ? 'Deciding statement' : 'Closest statement'}
            text={statement.json}
            highlights={tintsFor(statement.json, statement.parts, decides ? 'marked' : 'warned')}
          />
        </div>
      )}
    </section>
  )
}
