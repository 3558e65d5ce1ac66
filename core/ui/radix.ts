// Dialogs and menus above each other close one by one only if all of a page share one instance of these packages
export * as RadixDialog from '@radix-ui/react-dialog'
export * as RadixMenu from '@radix-ui/react-dropdown-menu'
