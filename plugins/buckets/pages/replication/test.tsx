import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import PlugZap from 'lucide-react/icons/plug-zap'
import { useState } from 'react'
import { safeParse, type InferOutput } from 'valibot'
import { call } from 'stowage/web'
import { Failure, displayText } from 'stowage'
import { Button, ErrorBanner, Icon, Stack, Row, Muted } from 'stowage/ui'
import { Connection, replication } from '../../replication.ts'
import * as styles from './replication.css.ts'
import * as messages from '../../messages.ts'

const icons = { passed: CircleCheck, failed: CircleAlert, skipped: CircleDashed }
const states = { passed: 'good', failed: 'failed', skipped: 'not tested' }

type Steps = InferOutput<(typeof replication.testTarget)['reply']>['steps']

/** Tests the target in a form before it is saved; saving does not require it. */
export const TestConnection = ({
  of: requestedRule,
}: {
  of: { [Name in keyof Connection]: Connection[Name] | undefined }
}) => {
  const [result, setResult] = useState<{ steps: Steps; key: string }>()
  const [failure, setFailure] = useState<Failure>()
  const [busy, setBusy] = useState(false)
  const { output, success } = safeParse(Connection, requestedRule)
  const key = JSON.stringify(requestedRule)

  const run = async () => {
    if (!success) return
    setBusy(true)
    setFailure(undefined)
    try {
      setResult({ ...(await call(replication.testTarget, { body: output })), key })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack as="section" gap={3} className={styles.block} aria-label="Test connection">
      <Row gap={3} justify="between">
        <h3 className={styles.title}>Test connection</h3>
        <Button
          size="sm"
          icon={PlugZap}
          busy={busy ? 'Testing' : undefined}
          disabled={!success && messages.targetFieldsRequired}
          onPress={() => void run()}
        >
          {result ? 'Test again' : 'Test'}
        </Button>
      </Row>
      <ErrorBanner error={failure} onClose={() => setFailure(undefined)} />
      <div role="status">
        {result ? (
          <>
            {result.key !== key && <Muted as="p">Before your last change</Muted>}
            <Stack as="ol" gap={2}>
              {result.steps.map(({ name, state, text }) => (
                <li key={name} className={styles.step[state]}>
                  <Icon of={icons[state]} label={states[state]} />
                  <span>{name}</span>
                  <span>{displayText(text)}</span>
                </li>
              ))}
            </Stack>
          </>
        ) : (
          <Muted as="p">{messages.testTargetHelp}</Muted>
        )}
      </div>
    </Stack>
  )
}
