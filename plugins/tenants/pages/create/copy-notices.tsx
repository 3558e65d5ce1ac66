import { Banner } from 'stowage/ui'
import { type Failure, displayName } from 'stowage'
import type { Template } from '../../create/contract.ts'
import { fieldName } from './titles.ts'
import * as styles from './wizard.css.ts'

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
        {[`The settings of ${displayName(name)} could not be read: ${error.message}`, error.detail]
          .filter(Boolean)
          .join('. ')}
      </Banner>
    )
  if (!template) return null
  const { reenter, left } = template
  return (
    <Banner tone="info">
      {`The steps are filled with the settings of ${displayName(name)}. Enter a name and a namespace for the new tenant. All other fields are copied, including further pools.`}
      {reenter.length > 0 && ` Secrets are never copied. Enter again: ${reenter.map(fieldName).join(', ')}.`}
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
      ? 'Your input from before the session ended was restored.'
      : `Your input from before the session ended was restored, except for secrets. Enter again: ${reenter.map(fieldName).join(', ')}.`}
  </Banner>
)
