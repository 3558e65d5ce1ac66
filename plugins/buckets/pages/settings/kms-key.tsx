import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { call, useRefusals } from 'stowage/web'
import { displayName } from 'stowage'
import { Banner, Button, ErrorBanner, Field, TextInput, Row, useTask } from 'stowage/ui'
import { kms } from '../../contract.ts'
import * as styles from '../summary.css.ts'
import * as messages from '../../messages.ts'

/** Result of testing a key. */
type KeyTest = { key: string; problem?: string | undefined }

type KmsKeyProps = { value: string; onChange: (key: string) => void; error: string | undefined }

/** Field for a KMS key, which can be tested, and created if it does not exist. */
export const KmsKeyField = ({ value, onChange, error }: KmsKeyProps) => {
  const [keyTest, setFound] = useState<KeyTest>()
  const task = useTask()
  const refusal = useRefusals({ check: { action: 'admin:KMSKeyStatus' }, make: { action: 'admin:KMSCreateKey' } })
  const key = value.trim()
  const none = !key && 'Enter the key ID first'
  const check = async () => setFound({ key, problem: (await call(kms.kmsKey, { params: { key } })).problem })
  const make = async () => {
    await call(kms.makeKmsKey, { body: { key } })
    await check()
  }
  const run = (word: 'Checking' | 'Creating', act: () => Promise<void>) => {
    setFound(undefined)
    void task.run(word, act)
  }
  return (
    <>
      <Field label="KMS Key ID" error={error}>
        <TextInput name="kmsKeyID" look="mono" value={value} onChange={onChange} />
      </Field>
      <Row gap={3} wrap align="stretch" className={styles.acts}>
        <Button
          size="sm"
          icon={KeyRound}
          busy={task.busy === 'Checking' ? task.busy : undefined}
          disabled={none || refusal('check')}
          onPress={() => run('Checking', check)}
        >
          Check Key
        </Button>
        <Button
          size="sm"
          busy={task.busy === 'Creating' ? task.busy : undefined}
          disabled={none || refusal('make')}
          onPress={() => run('Creating', make)}
        >
          Create Key
        </Button>
      </Row>
      <ErrorBanner {...task.banner} />
      {keyTest?.key === key && (
        <Banner tone={keyTest.problem ? 'warning' : 'ok'}>
          {keyTest.problem
            ? messages.encryptionKeyUnusable(displayName(key), keyTest.problem)
            : messages.encryptionKeyWorks(displayName(key))}
        </Banner>
      )}
    </>
  )
}
