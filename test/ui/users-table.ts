import Users from 'lucide-react/icons/users'
import type { Column, TableProps } from '../../ui/table.tsx'

/** Properties of a table of users, by name. */
export const usersTable = <User extends { name: string }>(
  rows: readonly User[],
  columns: readonly Column<User>[],
): TableProps<User> => ({
  rows,
  columns,
  rowKey: ({ name }) => name,
  noun: { one: 'user', many: 'users' },
  empty: { icon: Users },
})
