import { Banner } from 'stowage/ui'
import { readDocument } from './document.ts'
import * as styles from './policy.css.ts'
import { risksOf } from './risks.ts'

/** Warns if a permission of the policy allows full access; empty otherwise. */
export const RiskNote = ({ policy }: { policy: string }) => {
  const risks = risksOf(readDocument(policy))
  if (risks.length === 0) return null
  return (
    <Banner tone="warning">
      Users with this policy can gain full access:
      <ul className={styles.risks}>
        {risks.map(({ action, effect }) => (
          <li key={action}>
            <code>{action}</code> {effect}.
          </li>
        ))}
      </ul>
    </Banner>
  )
}
