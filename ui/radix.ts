// Nested dialogs and menus close one by one only if the whole page shares one instance of these packages
export * as RadixDialog from '@radix-ui/react-dialog'
export * as RadixMenu from '@radix-ui/react-dropdown-menu'
