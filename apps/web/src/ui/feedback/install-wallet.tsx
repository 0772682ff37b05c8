import { walletTexts as texts } from '../../texts/wallet.ts'

const addresses = [
  ['Chrome', 'https://chromewebstore.google.com/detail/hive-keychain/jcacnejopjdphbnjgfaaobbfafkihpep'],
  ['Firefox', 'https://addons.mozilla.org/firefox/addon/hive-keychain/'],
  ['Edge', 'https://microsoftedge.microsoft.com/addons/detail/hive-keychain/'],
] as const

/** Where to install Hive Keychain, as the text of a paragraph. */
export function InstallWallet() {
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
