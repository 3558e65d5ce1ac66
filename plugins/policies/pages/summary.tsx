import type { ReactNode } from 'react'
import { counted, displayName, displayText } from 'stowage'
import { Badge, Badges, Banner, Code, Details, Status, Stack, Row } from 'stowage/ui'
import { type Document, readDocument, type Statement } from './document.ts'
import * as styles from './policy.css.ts'
import { RiskNote } from './risk-note.tsx'
import * as messages from '../messages.ts'

const Badged = ({ of }: { of: readonly string[] }) => <Badges items={of.map(displayName)} max="all" />

const Lines = ({ of }: { of: readonly string[] }) => (
  <ul className={styles.lines}>
    {of.map((text) => (
      <li key={text}>{displayText(text)}</li>
    ))}
  </ul>
)

const row = (label: string, has: boolean, value: ReactNode) => (has ? [{ label, value }] : [])

const StatementSection = ({ of, index }: { of: Statement; index: number }) => (
  <section aria-label={`Statement ${index + 1}`}>
    <Row as="h2" gap={4} className={styles.heading}>
      <Status tone={of.Effect === 'Allow' ? 'ok' : 'danger'}>{of.Effect}</Status>
      {of.Sid && <Badge tone="outline">{displayName(of.Sid)}</Badge>}
    </Row>
    <Details
      rows={[
        ...row('Actions', of.Action.length > 0, <Badged of={of.Action} />),
        ...row('All actions except', of.NotAction.length > 0, <Badged of={of.NotAction} />),
        ...row('Resources', of.Resource.length > 0, <Lines of={of.Resource} />),
        ...row('All resources except', of.NotResource.length > 0, <Lines of={of.NotResource} />),
        ...row(
          'Condition',
          !!of.Condition,
          <Code language="json" label="Condition" text={JSON.stringify(of.Condition, null, 2)} />,
        ),
      ]}
    />
  </section>
)

const Statements = ({ of }: { of: Document }) =>
  of.Statement.map((statement, index) => <StatementSection key={index} of={statement} index={index} />)

type SummaryProps = {
  policy: string
  /** Number of users; undefined if unknown. */
  users: number | undefined
  groups: number | undefined
}

/** Summary of a policy: what each statement allows or denies, and the number of users and groups. */
export const Summary = ({ policy, users, groups }: SummaryProps) => {
  const document = readDocument(policy)
  const assigned = [
    users !== undefined && counted(users, { one: 'user', many: 'users' }),
    groups !== undefined && counted(groups, { one: 'group', many: 'groups' }),
  ].filter(Boolean)
  return (
    <Stack gap={7} className={styles.column}>
      {document ? <Statements of={document} /> : <Banner tone="warning">{messages.onlyShownAsJson}</Banner>}
      <RiskNote policy={policy} />
      <section>
        <Row as="h2" gap={4} className={styles.heading}>
          Policy
        </Row>
        <Details
          rows={[
            ...row('Assigned to', assigned.length > 0, assigned.join(', ')),
            ...row('Version', !!document?.Version, document?.Version),
            ...row('ID', !!document?.ID, displayName(document?.ID ?? '')),
          ]}
        />
      </section>
    </Stack>
  )
}
