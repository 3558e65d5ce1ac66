import type { LucideIcon } from 'lucide-react'
import ShieldCheck from 'lucide-react/icons/shield-check'
import User from 'lucide-react/icons/user'
import Users from 'lucide-react/icons/users'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { capitalize, count, type Noun } from 'stowage'
import { column, ChoiceGroup, type Column, type Draft, Field, ListInput, Search, Table, Stack } from 'stowage/ui'
import { type Names, useGroupNames, usePolicyNames, useUserNames } from './names.ts'
import * as styles from './pick.css.ts'

type PickProps = {
  /** The noun of the items, also used as heading: "Policies". */
  noun: Noun
  icon: LucideIcon
  names: Names
  value: readonly string[]
  onChange: (value: string[]) => void
  error: string | undefined
}

// in a form, Enter would submit an incomplete choice
const keepEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}

const columnsFor = ({ hintOf }: Names): Column<string>[] => [
  column.text('Name', (name) => name),
  ...(hintOf ? [column.text('About', hintOf, { id: 'hint', look: 'muted' as const, narrow: 'second' as const })] : []),
]

const PickList = ({ noun, icon, names, value, onChange, error }: PickProps) => {
  const [search, setSearch] = useState('')
  // selected items come first, even unknown ones. They move only with the next search, so that no row moves away under
  // the pointer
  const first = useMemo(() => [...value], [search])
  const all = useMemo(() => names.all && [...new Set([...first, ...names.all])], [names.all, first])
  const columns = useMemo(() => columnsFor(names), [names.hintOf])
  return (
    <ChoiceGroup
      label={capitalize(noun.many)}
      labelNote={value.length > 0 ? `${count(value.length)} selected` : 'None selected'}
      error={error}
    >
      <Stack gap={3} onKeyDown={keepEnter}>
        <div className={styles.line}>
          <Search label={`Search ${capitalize(noun.many)}`} value={search} onChange={setSearch} />
        </div>
        <Stack className={styles.list}>
          <Table
            rows={all}
            columns={columns}
            rowKey={(name) => name}
            noun={noun}
            sort="none"
            height="content"
            search={search}
            onClearSearch={() => setSearch('')}
            selection={{
              keys: new Set(value),
              press: 'row',
              onChange: (keys) => onChange(all?.filter((name) => keys.has(name)) ?? []),
            }}
            empty={{ icon }}
          />
        </Stack>
      </Stack>
    </ChoiceGroup>
  )
}

const Pick = (props: PickProps) => {
  const { noun, names, value, onChange, error } = props
  if (!names.missing) return <PickList {...props} />
  return (
    <Field label={capitalize(noun.many)} hint={names.missing} error={error} optional>
      <ListInput label={capitalize(noun.one)} value={value} onChange={onChange} />
    </Field>
  )
}

type Control = { value: Draft; onChange: (value: Draft) => void; error: string | undefined }

const withList = ({ value, ...control }: Control) => ({ ...control, value: Array.isArray(value) ? value : [] })

/** Selects several policies from a searchable list; without the permission to list them, a text field. */
export const PickPolicies = (control: Control) => (
  <Pick noun={{ one: 'policy', many: 'policies' }} icon={ShieldCheck} names={usePolicyNames()} {...withList(control)} />
)

/** Selects several groups, in the same way. */
export const PickGroups = (control: Control) => (
  <Pick noun={{ one: 'group', many: 'groups' }} icon={Users} names={useGroupNames()} {...withList(control)} />
)

/** Selects several users, in the same way. */
export const PickUsers = (control: Control) => (
  <Pick noun={{ one: 'user', many: 'users' }} icon={User} names={useUserNames()} {...withList(control)} />
)
