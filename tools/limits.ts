/** The limits in the reference, out of the numbers that the nodes use. */
import { testMessages } from '../nodes/CrmMessaging/actions/messages/guards';
import { mostFormValues } from '../nodes/CrmMessaging/callbacks/callback';
import { remembered } from '../nodes/CrmMessaging/callbacks/seen';
import { maxWait } from '../nodes/CrmMessaging/callbacks/waitForResult';
import { limits } from '../nodes/CrmMessaging/service/endpoints';
import { concurrency, retryPolicy, transport } from '../nodes/CrmMessaging/service/limiter';

const number = (value: number): string => value.toLocaleString('en');

/** Each limit, and what happens beyond it. */
export const limitTable = `| Limit | Number | Beyond it |
| --- | --- | --- |
| Contacts in one request | ${number(limits.contactsPerRequest)} | More requests. A purchase with more contacts is refused |
| Characters of an SMS sender | ${limits.senderLength} | Refused before anything is sent |
| Campaigns in a list without a limit | ${limits.campaignsByDefault} | _Return All_ asks for more |
| Recipients in one request | ${number(limits.deliveriesPerRequest)} | More requests. _Batch Size_ lowers it |
| Size of one answer | ${transport.mostBytes / 1024 / 1024} MB | It isn’t read, and its outcome may be unknown |
| Parallel requests | ${concurrency.first} at first, at most ${concurrency.most} | The others wait. _Parallel Requests_ lowers the maximum |
| Time for one answer | ${transport.longestMs / 60_000} minutes | The request ends, and its outcome may be unknown |
| Tries of a request in all | ${retryPolicy.tries} | The error is reported |
| All pauses between the tries of a request | ${retryPolicy.longest / 1000} seconds | The error is reported |
| Messages to the _Test Recipient_ | ${testMessages} | The others are not sent |
| _Wait for Result_ | ${maxWait.unset / 60} hours | The workflow continues. _Max Wait_ changes it |
| Requests that a run waits for | 1 | Refused before anything is sent |
| Callbacks that a trigger remembers | ${number(remembered)} | A repeated older callback starts the workflow again |
| Values in a callback | ${number(mostFormValues)} | The call is answered 406 and starts nothing |`;
