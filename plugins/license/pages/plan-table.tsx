import ExternalLink from 'lucide-react/icons/external-link'
import { useState } from 'react'
import { Badge, Button, Details, Tabs, useNarrow, Muted, Row } from 'stowage/ui'
import * as styles from './license.css.ts'
import { type PlanName, planNames, planRows, pricingUrl } from './plans.ts'
import * as messages from '../messages.ts'

type PlansProps = { current: PlanName; operator: boolean }

const Cell = ({ strong, text }: { strong?: string; text: string }) =>
  strong ? (
    <>
      <strong>{strong}</strong>
      <Muted>{text}</Muted>
    </>
  ) : (
    <span className={text === 'None' ? styles.muted : undefined}>{text}</span>
  )

/** Action of a plan: none for the free one; the current one is renewed with a new key. */
const Foot = ({ plan, current, operator }: PlansProps & { plan: PlanName }) => {
  if (plan === 'Community') return null
  if (plan === current)
    return <Muted>{operator ? messages.activateKeyToRenew : 'To renew it, change CONSOLE_SUBNET_LICENSE'}</Muted>
  return (
    <Button icon={ExternalLink} href={pricingUrl(operator)}>
      Subscribe
    </Button>
  )
}

const Current = () => <Badge tone="outline">Current plan</Badge>

/** One plan at a time in narrow windows, the current one first. */
const PlanTabs = ({ current, operator }: PlansProps) => {
  const [plan, setPlan] = useState<PlanName>(current)
  const order = [current, ...planNames.filter((name) => name !== current)]
  return (
    <Tabs label="Plans" value={plan} onChange={setPlan} items={order.map((name) => ({ id: name, label: name }))}>
      <div className={styles.one}>
        {plan === current && <Current />}
        <Details
          rows={planRows.map(({ label, of }) => ({
            label,
            value: (
              <span>
                <Cell {...of[plan]} />
              </span>
            ),
          }))}
        />
        <p className={styles.foot}>
          <Foot plan={plan} current={current} operator={operator} />
        </p>
      </div>
    </Tabs>
  )
}

/** The plans side by side (spec/3 1); the current one is marked by a tint, its border and a label. */
export const Plans = ({ current, operator }: PlansProps) => {
  const isNarrow = useNarrow()
  if (isNarrow) return <PlanTabs key={current} current={current} operator={operator} />
  const columnStyle = (plan: PlanName) => (plan === current ? 'current' : 'plain')
  return (
    <table className={styles.plans} aria-label="Plans">
      <thead>
        <tr>
          <td className={styles.rowHead} />
          {planNames.map((plan) => (
            <th key={plan} scope="col" className={styles.headings[columnStyle(plan)]}>
              <Row as="span" gap={3} wrap>
                {plan}
                {plan === current && <Current />}
              </Row>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {planRows.map(({ label, of }) => (
          <tr key={label}>
            <th scope="row" className={styles.rowHead}>
              {label}
            </th>
            {planNames.map((plan) => (
              <td key={plan} className={styles.cells[columnStyle(plan)]}>
                <Cell {...of[plan]} />
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <td />
          {planNames.map((plan) => (
            <td key={plan} className={styles.feet[columnStyle(plan)]}>
              <Foot plan={plan} current={current} operator={operator} />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}
