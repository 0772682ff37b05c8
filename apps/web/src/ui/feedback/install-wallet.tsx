import { useMedia } from '../../lib/browser/use-media.ts'
import { phoneWalletTexts } from '../../texts/account/phone-wallet.ts'
import { walletTexts as texts } from '../../texts/account/wallet.ts'

/** The page of the makers of Hive Keychain, which leads to the app stores. */
export const walletAppAddress = 'https://hive-keychain.com/'

const addresses = [
  ['Chrome', 'https://chromewebstore.google.com/detail/hive-keychain/jcacnejopjdphbnjgfaaobbfafkihpep'],
  ['Firefox', 'https://addons.mozilla.org/firefox/addon/hive-keychain/'],
  ['Edge', 'https://microsoftedge.microsoft.com/addons/detail/hive-keychain/'],
] as const

/** Where to install Hive Keychain, as the text of a paragraph. The browsers of phones take no extensions: there it is an app. */
export function InstallWallet() {
  const isApp = useMedia('(hover: none)')
  if (isApp) {
    return (
      <>
        {phoneWalletTexts.openInApp}{' '}
        <a href={walletAppAddress} target="_blank" rel="noopener noreferrer">
          {phoneWalletTexts.getApp}
        </a>
        .
      </>
    )
  }
  return (
    <>
      {texts.install}{' '}
      {addresses.map(([browser, address], index) => (
        <span key={browser}>
          {index > 0 && (index === addresses.length - 1 ? texts.or : ', ')}
          <a href={address} target="_blank" rel="noopener noreferrer">
            {browser}
          </a>
        </span>
      ))}
      .
    </>
  )
}
