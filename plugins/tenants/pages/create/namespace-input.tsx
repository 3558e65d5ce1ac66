import { call } from 'stowage/web'
import { displayName } from 'stowage'
import { Button, confirm, Field, type FieldOptions, TextInput } from 'stowage/ui'
import { creating } from '../../create/contract.ts'
import type { NamespaceState } from './use-namespace.ts'
import * as styles from './rows.css.ts'
import * as messages from '../../messages.ts'

/** Asks, then creates a missing namespace. */
const confirmCreateNamespace = (name: string, reload: () => Promise<void>) =>
  confirm({
    title: 'Create Namespace',
    body: messages.namespaceWillBeCreated(name),
    verb: 'Create',
    tone: 'primary',
    run: async () => {
      await call(creating.createNamespace, { body: { name } })
      await reload()
    },
  })

/** Namespace of the tenant, with a button that creates it if it is missing. */
export const renderNamespace =
  (state: NamespaceState | undefined, reload: () => Promise<void>): NonNullable<FieldOptions<object>['render']> =>
  ({ value, onChange, error, blur }) => (
    <>
      <Field
        label="Namespace"
        hint={state?.missing ? messages.createNamespaceHere(displayName(state.namespace)) : messages.namespaceHelp}
        error={error}
      >
        <TextInput value={String(value)} onChange={onChange} onBlur={blur} name="namespace" />
      </Field>
      {state?.missing && (
        <div className={styles.file}>
          <Button size="sm" onPress={() => void confirmCreateNamespace(state.namespace, reload)}>
            Create Namespace
          </Button>
        </div>
      )}
    </>
  )
