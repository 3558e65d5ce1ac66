import { KeyRound, User, Users } from 'lucide-react'
import type { Plugin } from '../../core/plugin.ts'
import type { Page } from './contract.ts'

export default {
  id: 'identity',
  routes: [
    { path: '/users', page: '/users', load: () => import('./pages/users.tsx') },
    { path: '/users/*', page: '/users/:userName+', load: () => import('./pages/user.tsx') },
    { path: '/groups', page: '/groups', load: () => import('./pages/groups.tsx') },
    { path: '/account', page: '/account', load: () => import('./pages/account.tsx') },
  ],
  sidebar: [
    {
      page: '/users',
      label: 'Users',
      key: 'u',
      icon: User,
      group: 'common',
      actions: [{ label: 'Create User', to: '/users?create=1', key: 'c' }],
    },
    {
      page: '/groups',
      label: 'Groups',
      key: 'g',
      icon: Users,
      group: 'common',
      actions: [{ label: 'Create Group', to: '/groups?create=1', key: 'c' }],
    },
    {
      page: '/account',
      label: 'Service Accounts',
      key: 's',
      icon: KeyRound,
      group: 'common',
      actions: [
        { label: 'Create service account', to: '/account?create=1', key: 'c' },
        { label: 'Change Password', to: '/account?password=1' },
      ],
    },
  ],
} satisfies Plugin<Page>
