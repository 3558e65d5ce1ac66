import { Banner } from 'stowage/ui'
import { type Failure, displayName } from 'stowage'
import type { Template } from '../../create/contract.ts'
import { fieldName } from './titles.ts'
import * as styles from './wizard.css.ts'
import * as messages from '../../messages.ts'

/** Names the original, the secrets to type again, and what is not copied. */
export const Copied = ({
  name,
  template,
  error,
}: {
  name: string
  template: Template | undefined
  error: Failure | undefined
}) => {
  if (error)
    return (
      <Banner tone="danger">
        {[messages.settingsNotRead(displayName(name), error.message), error.detail].filter(Boolean).join('. ')}
      </Banner>
    )
  if (!template) return null
  const { reenter, left } = template
  return (
    <Banner tone="info">
      {messages.stepsFilledFromTenant(displayName(name))}
      {reenter.length > 0 && messages.enterSecretsAgain(reenter.map(fieldName).join(', '))}
      {left.length > 0 && (
        <>
          {' Not copied:'}
          <ul className={styles.sentences}>
            {left.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      )}
    </Banner>
  )
}

/** Says that input was restored, and which secrets have to be typed again. */
export const Restored = ({ reenter }: { reenter: readonly string[] }) => (
  <Banner tone="info">
    {reenter.length === 0
      ? messages.inputRestored
      : messages.inputRestoredWithoutSecrets(reenter.map(fieldName).join(', '))}
  </Banner>
)
