import { useState } from 'react'
import * as v from 'valibot'
import { showError } from 'stowage/web'
import { displayName } from 'stowage'
import { Badges, Button, Details, Dialog, FormDialog } from 'stowage/ui'
import { identity } from '../contract.ts'
import { addToGroups } from './memberships.ts'
import { PickGroups } from './pick.tsx'
import * as messages from '../messages.ts'

const Groups = v.object({ groups: identity.addToGroups.body.entries.groups })

type AddToGroupProps = {
  /** Access keys of the selected users. */
  users: readonly string[]
  /** `changed` is true if some of them may have been added. */
  onClose: (changed: boolean) => void
}

const Names = ({ of }: { of: readonly string[] }) => <Badges items={of.map(displayName)} max="all" />

/** Adds users to groups without removing any, then shows a message. */
export const AddToGroup = ({ users, onClose }: AddToGroupProps) => {
  const [isSent, setSent] = useState(false)
  const [added, setAdded] = useState<{ groups: string[]; undo: (() => Promise<void>) | undefined }>()
  if (added) {
    const { undo } = added
    return (
      <Dialog
        title="Add Users to Group"
        onClose={() => onClose(true)}
        footer={
          <>
            {undo && (
              <Button
                where="server"
                onPress={() =>
                  void undo()
                    .catch(showError)
                    .finally(() => onClose(true))
                }
              >
                Undo
              </Button>
            )}
            <Button tone="primary" where="browser" onPress={() => onClose(true)}>
              Done
            </Button>
          </>
        }
      >
        <p>{messages.usersAddedToGroups}</p>
        <Details
          rows={[
            { label: 'Groups', value: <Names of={added.groups} /> },
            { label: 'Users', value: <Names of={users} /> },
          ]}
        />
      </Dialog>
    )
  }
  return (
    <FormDialog
      title="Add Users to Group"
      intro={<Details rows={[{ label: 'Selected Users', value: <Names of={users} /> }]} />}
      schema={Groups}
      fields={{ groups: { render: (control) => <PickGroups {...control} required /> } }}
      verb="Save"
      blocked={({ groups }) => !groups?.length && messages.groupSelectionRequired}
      onClose={() => onClose(isSent)}
      onSubmit={async ({ groups }) => {
        // groups are changed one by one, so some may be before a failure
        setSent(true)
        setAdded({ groups, undo: await addToGroups(users, groups) })
      }}
    />
  )
}
