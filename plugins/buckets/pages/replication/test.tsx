import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import PlugZap from 'lucide-react/icons/plug-zap'
import { useState } from 'react'
import { safeParse, type InferOutput } from 'valibot'
import { call } from 'stowage/web'
import { displayText } from 'stowage'
import { Button, ErrorBanner, Icon, Stack, Row, Muted, useTask } from 'stowage/ui'
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
  const task = useTask()
  const { output, success } = safeParse(Connection, requestedRule)
  const key = JSON.stringify(requestedRule)

  const run = async () => {
    if (success) setResult({ ...(await call(replication.testTarget, { body: output })), key })
  }

  return (
    <Stack as="section" gap={3} className={styles.block} aria-label="Test connection">
      <Row gap={3} justify="between">
        <h3 className={styles.title}>Test connection</h3>
        <Button
          size="sm"
          icon={PlugZap}
          busy={task.busy}
          disabled={!success && messages.targetFieldsRequired}
          onPress={() => void task.run('Testing', run)}
        >
          {result ? 'Test again' : 'Test'}
        </Button>
      </Row>
      <ErrorBanner {...task.banner} />
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
