"""Calls a server through the client that a generator made of docs/openapi.yaml.

mypy reads this file with --disallow-any-expr: what the description leaves open shows there as Any.
usage: client.py URL SECRET_KEY
"""
import sys
from typing import TypeVar

from beckon_client import AuthenticatedClient
from beckon_client.api.attribution import explain_install, register_install
from beckon_client.api.events import ingest_events
from beckon_client.api.links import create_link, read_link_statistics
from beckon_client.api.people import identify_person, read_person
from beckon_client.api.referrals import create_campaign, read_leaderboard
from beckon_client.api.rewards import read_balances, read_ledger_summary
from beckon_client.models import (
    CampaignRequest,
    Event,
    EventBatch,
    EventTrigger,
    InstallRequest,
    LinkRequest,
    MatchType,
    PersonReferralStatus,
    PersonRequest,
    Platform,
    Problem,
    ReceiptsReceiptsItemStatus,
    Rule,
    RuleTo,
)
from beckon_client.types import Unset

Answer = TypeVar("Answer")


def good(answer: Answer | Problem | None) -> Answer:
    """The answer, unless the server refused."""
    if answer is None:
        raise SystemExit("the client knows no such answer")
    if isinstance(answer, Problem):
        raise SystemExit(f"{answer.code.value}: {answer.detail}")
    return answer


def there(value: Answer | Unset) -> Answer:
    """What an answer must have here."""
    if isinstance(value, Unset):
        raise SystemExit("an answer lacks what it must have")
    return value


def play(client: AuthenticatedClient) -> list[str]:
    """A friend joins and buys; every step is one call, and its answer is looked into."""
    rule = Rule(
        name="Purchase",
        when=EventTrigger(event="typed buy"),
        to=RuleTo.REFERRER,
        amount=50,
        unit="EUR",
    )
    campaign = good(
        create_campaign.sync(
            client=client,
            body=CampaignRequest(
                name="Generated", goal=1, url="https://shop.example/", rules=[rule]
            ),
        )
    )
    ana = good(
        identify_person.sync(
            client=client, body=PersonRequest(user_id="typed ana", campaign=campaign.id)
        )
    )
    ben = good(
        identify_person.sync(
            client=client,
            body=PersonRequest(
                user_id="typed ben", campaign=campaign.id, referrer=there(ana.referral_code)
            ),
        )
    )
    assert there(ben.referral).status == PersonReferralStatus.MADE
    events = EventBatch(events=[Event(id="typed 1", name="typed buy", person=ben.person)])
    receipts = good(ingest_events.sync(client=client, body=events)).receipts
    assert [receipt.status for receipt in receipts] == [ReceiptsReceiptsItemStatus.ACCEPTED]
    balances = good(read_balances.sync(ana.person, client=client))
    assert [(balance.unit, balance.posted) for balance in balances] == [("EUR", 50)]
    leaders = good(read_leaderboard.sync(campaign.id, client=client)).leaders
    assert [(leader.person, leader.confirmed) for leader in leaders] == [(ana.person, 1)]
    assert good(read_ledger_summary.sync(client=client)).sums["EUR"] == 0
    link = good(create_link.sync(client=client, body=LinkRequest(url="https://shop.example/a")))
    assert good(read_link_statistics.sync(link.id, client=client)).link == link.id
    install = good(
        register_install.sync(
            client=client, body=InstallRequest(install_id="typed phone", platform=Platform.IOS)
        )
    )
    decision = good(explain_install.sync(install.install, client=client))
    assert decision.type_ == MatchType.NONE
    details = good(read_person.sync(ana.person, client=client))
    return [campaign.name, details.person, link.short_url, decision.explanation]


def refuse(client: AuthenticatedClient) -> str:
    """A refusal is an answer with a type, too."""
    problem = read_person.sync("per_00000000000000000000000000", client=client)
    assert isinstance(problem, Problem)
    return problem.code.value


def main(url: str, key: str) -> None:
    client = AuthenticatedClient(base_url=url, token=key)
    for line in play(client):
        print(line)
    assert refuse(client) == "not_found"


main(sys.argv[1], sys.argv[2])
