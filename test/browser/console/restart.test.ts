import { textField } from '@interline/cli';
import { type Devnet, startDevnet } from '@interline/devnet';
import { type TemporaryDeployment, temporaryDeployment } from '@interline/plugins/testing';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { chromiumOrSkip } from '../../support/chromium.ts';
import { resumeMining, stopMining } from '../../support/mining.ts';
import { patientClient } from '../../support/patient-client.ts';
import { freshPayer, send } from '../../support/payer.ts';
import type { ServiceCommand } from '../../support/service-command.ts';
import { ServiceFolder } from '../../support/service-folder.ts';
import { stockPackage } from '../../support/stock-package.ts';
import { openConsole } from './console-house.ts';

const [source, destination] = [8453, 42161];

/** The service in a process of its own, killed as by a machine that stops, and started on the same data. */
describe('a route that is looked at while its service is killed', () => {
  let browser: Browser;
  let devnet: Devnet | undefined;
  let deployment: TemporaryDeployment;
  let folder: ServiceFolder;
  let service: ServiceCommand;
  before(async function () {
    browser = await chromiumOrSkip(this);
    devnet = await startDevnet({ chainIds: [source, destination], port: 0 });
    deployment = await temporaryDeployment();
    await deployment.add(stockPackage);
    folder = await ServiceFolder.make();
    service = await folder.start({ deployment, devnet });
  });
  after(async () => {
    if (devnet === undefined) return;
    await browser.close();
    service.signal('SIGTERM');
    await service.exited;
    await devnet.stop();
    await deployment.remove();
    await folder.remove();
  });

  it('stays on the page with its age, goes on by itself once the service is back, and ends', async () => {
    if (devnet === undefined) throw new Error('the suite was skipped');
    const house = { devnet, client: patientClient(service.url) };
    const payer = await freshPayer(house, source, 5_000_000n);
    await stopMining(devnet, destination);
    const { receipt } = await send(house, payer, {
      from: source,
      to: destination,
      units: 5_000_000n,
    });
    const id = textField(receipt, 'id');
    const { page, violations } = await openConsole(browser, `${service.url}/#/route/${id}`);
    await page.getByRole('heading', { level: 1, name: '4.996 USDC on the way' }).waitFor();
    await page.getByText('Taken in on Base').waitFor();
    const lost = page.getByText('The service does not answer');

    service.signal('SIGKILL');
    await service.exited;
    await lost.waitFor();
    await page.getByText(/^As of \d/).waitFor();
    const kept = await page.locator('main').innerText();
    service = await folder.start(
      { deployment, devnet },
      { port: Number(new URL(service.url).port) },
    );
    await lost.waitFor({ state: 'detached' });
    const again = await page.locator('h1').innerText();
    await resumeMining(devnet, destination);
    await page.getByRole('heading', { level: 1, name: '4.996 USDC delivered' }).waitFor();

    expect(kept).to.contain('4.996 USDC on the way').and.to.contain('Taken in on Base');
    expect(again).to.equal('4.996 USDC on the way');
    expect(await page.locator('.line strong').allInnerTexts()).to.deep.equal([
      'Accepted',
      'Permit2 allowed on Base',
      'Taken in on Base',
      'Confirmed on Base',
      'Paid out on Arbitrum One',
      'Delivered',
    ]);
    expect(await violations()).to.deep.equal([]);
    await page.close();
  });
});
