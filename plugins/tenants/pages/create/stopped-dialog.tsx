import { Banner, Button, Dialog, Status, Row, Stack } from 'stowage/ui'
import { mono } from 'stowage/classes'
import { isBlocked, uidsOf, type Creation } from './use-create.ts'
import * as styles from './wizard.css.ts'
import * as messages from '../../messages.ts'

const statuses = {
  exists: { tone: 'ok', text: 'Created and kept' },
  removed: { tone: 'unknown', text: 'Created, then deleted' },
  failed: { tone: 'danger', text: 'Failed' },
  waiting: { tone: 'unknown', text: 'Not made' },
} as const

/** Dialog for a failed creation: what was created, and how to continue. */
export const StoppedDialog = ({
  creation: { stopped, busy, make, clean, close },
  blocker,
}: {
  creation: Creation
  /** Why the form cannot be sent. */
  blocker: string | false
}) => {
  if (!stopped) return null
  const existing = uidsOf(stopped).length
  const blocked = isBlocked(stopped)
  return (
    <Dialog
      title="Tenant Not Created"
      onClose={close}
      note={existing > 0 ? (blocked ? messages.secretsMayHaveKeys : messages.resumeHelp) : undefined}
      footer={
        <>
          <Button onPress={close}>Back to the Steps</Button>
          {existing > 0 && (
            <Button tone="dangerQuiet" busy={busy === 'cleaning' ? 'Cleaning' : undefined} onPress={() => void clean()}>
              Clean Up
            </Button>
          )}
          {!blocked && (
            <Button
              tone="primary"
              disabled={blocker}
              busy={busy === 'real' ? 'Creating' : undefined}
              onPress={() => void make()}
            >
              {existing > 0 ? 'Resume' : 'Try Again'}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={5}>
        <Banner tone="danger">{[stopped.message, stopped.detail].filter(Boolean).join('. ')}</Banner>
        <Stack as="ul" gap={3} className={styles.parts} aria-label="Parts of the tenant">
          {stopped.parts.map(({ kind, name, state }) => (
            <Row
              as="li"
              gap={[0, 5]}
              wrap
              align="stretch"
              justify="between"
              key={`${kind} ${name}`}
              className={styles.created}
            >
              <span>
                {kind} <span className={mono}>{name}</span>
              </span>
              {blocked ? (
                <Status tone="warning">Exists already</Status>
              ) : (
                <Status tone={statuses[state].tone}>{statuses[state].text}</Status>
              )}
            </Row>
          ))}
        </Stack>
      </Stack>
    </Dialog>
  )
}
