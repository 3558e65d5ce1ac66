import KeyRound from 'lucide-react/icons/key-round'
import User from 'lucide-react/icons/user'
import Users from 'lucide-react/icons/users'
import { encodeSegment } from 'stowage'
import type { Plugin } from 'stowage/web'
import type { Page } from './contract.ts'
import * as messages from './messages.ts'

// one chunk, because the pages share most of their code
const pages = () => import('./pages/index.ts')

export default {
  id: 'identity',
  order: 40,
  routes: [
    { path: '/users', page: '/users', first: { path: '/api/v1/users' }, load: async () => (await pages()).users },
    {
      path: '/users/*',
      page: '/users/:userName+',
      title: '*',
      first: { path: '/api/v1/user', query: { name: '*' } },
      load: async () => (await pages()).user,
    },
    { path: '/groups', page: '/groups', first: { path: '/api/v1/groups' }, load: async () => (await pages()).groups },
    {
      path: '/groups/*',
      page: '/groups/:groupName+',
      title: '*',
      first: { path: '/api/v1/group', query: { name: '*' } },
      load: async () => (await pages()).group,
    },
    { path: '/export-import', page: '/users', title: 'Export and Import', load: async () => (await pages()).transfer },
    {
      path: '/account',
      page: '/account',
      home: () => false,
      first: { path: '/api/v1/service-account-details' },
      load: async () => (await pages()).account,
    },
  ],
  sidebar: [
    {
      page: '/users',
      label: 'Users',
      key: 'u',
      icon: User,
      group: 'common',
      paths: ['/export-import'],
      actions: [{ label: 'Create User', to: '/users?create=1', key: 'c', needs: 'admin:CreateUser' }],
    },
    {
      page: '/groups',
      label: 'Groups',
      key: 'g',
      icon: Users,
      group: 'common',
      actions: [{ label: 'Create Group', to: '/groups?create=1', key: 'c', needs: 'admin:AddUserToGroup' }],
    },
    {
      page: '/account',
      label: 'Service Accounts',
      key: 's',
      icon: KeyRound,
      group: 'common',
      actions: [
        { label: 'Create service account', to: '/account?create=1', key: 'c', page: '/account/create' },
        { label: 'Change Password', to: '/account?password=1', page: '/account/change-password' },
      ],
    },
  ],
  settings: [
    { id: 'identity-openid', section: 'identity_openid' },
    { id: 'identity-ldap', section: 'identity_ldap' },
    { id: 'identity-tls', section: 'identity_tls' },
    { id: 'identity-plugin', section: 'identity_plugin' },
    {
      id: 'sessions',
      title: 'Sessions',
      about: messages.sessionsSectionHelp,
      group: 'Identity',
      page: '/account',
      needs: 'session-length',
      load: async () => (await pages()).panel.sessions,
    },
  ],
  links: [
    { id: 'user', page: '/users/:userName+', to: ({ name = '' }) => `/users/${encodeSegment(name)}` },
    { id: 'group', page: '/groups/:groupName+', to: ({ name = '' }) => `/groups/${encodeSegment(name)}` },
  ],
  search: [
    { section: 'Users', page: '/users', load: async () => (await pages()).search.users },
    { section: 'Groups', page: '/groups', load: async () => (await pages()).search.groups },
    { section: "Users' Service Accounts", page: '/users', load: async () => (await pages()).search.othersAccounts },
    { section: 'Service Accounts', page: '/account', load: async () => (await pages()).search.accounts },
  ],
} satisfies Plugin<Page>
