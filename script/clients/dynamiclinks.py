"""Two public clients of Dynamic Links against a server, unchanged but for the URL that they call.

usage: dynamiclinks.py URL PUBLISHABLE_KEY SECRET_KEY

The app's link_domains hold play.example, its allowed_targets https://mygame.example.com/*.
"""
import sys
from typing import Any

from firebase_dynamic_links import dynamic_links
from googleapiclient import discovery, errors

LINK = "https://mygame.example.com/?invitedby=SENDER_UID"
LONG = "https://play.example/?link=https%3A%2F%2Fmygame%2Eexample%2Ecom%2F%3Finvitedby%3DSENDER%5FUID"


def check(is_right: bool, what: str, seen: Any) -> None:
    """Ends the program when an answer is not what the client needs."""
    if not is_right:
        raise SystemExit(f"{what}: {seen}")
    print(f"ok  {what}")


def google_client(url: str, publishable: str, secret: str) -> None:
    """google-api-python-client, whose description of the API is in the package."""

    def service(key: str) -> Any:
        return discovery.build(
            "firebasedynamiclinks", "v1", developerKey=key, static_discovery=True,
            client_options={"api_endpoint": url})

    body = {"longDynamicLink": LONG, "suffix": {"option": "SHORT"}}
    client = service(publishable)
    made = client.shortLinks().create(body=body).execute()
    check(made["shortLink"].startswith("https://play.example/"), "shortLinks", made)
    again = client.shortLinks().create(body=body).execute()
    check(again["shortLink"] == made["shortLink"], "the same long link, the same short one", again)
    opened = client.v1().reopenAttribution(
        body={"requestedLink": made["shortLink"], "bundleId": "com.example.ios"}).execute()
    check(opened["deepLink"] == LINK, "reopenAttribution", opened)
    installed = client.v1().installAttribution(
        body={"bundleId": "com.example.ios", "device": {"deviceModelName": "iPhone14,5"}}).execute()
    check("deepLink" not in installed, "installAttribution without a click", installed)
    statistics = service(secret).v1().getLinkStats(
        dynamicLink=made["shortLink"], durationDays="7").execute()
    counts = {count["event"]: count["count"] for count in statistics["linkEventStats"]}
    check(counts.get("APP_RE_OPEN") == "1", "linkStats", statistics)
    managed = service(secret).managedShortLinks().create(
        body={**body, "name": "Summer", "suffix": {"option": "UNGUESSABLE"}}).execute()
    check(managed["managedShortLink"]["linkName"] == "Summer", "managedShortLinks", managed)
    try:
        client.shortLinks().create(body={"longDynamicLink": LONG.replace("play.", "other.")}).execute()
    except errors.HttpError as error:
        check("does not own" in error.reason and error.status_code == 400, "a foreign domain", error)
    else:
        raise SystemExit("a link on a foreign domain was made")


def small_client(url: str, publishable: str) -> None:
    """py-firebase-dynamic-links, whose URL is an attribute of its class."""
    dynamic_links.DynamicLinks.FIREBASE_API_URL = f"{url}/v1/shortLinks?key={{}}"
    client = dynamic_links.DynamicLinks(publishable, "https://play.example")
    link = client.generate_dynamic_link(LINK, True)
    check(link.startswith("https://play.example/"), "py-firebase-dynamic-links", link)


if __name__ == "__main__":
    google_client(sys.argv[1], sys.argv[2], sys.argv[3])
    small_client(sys.argv[1], sys.argv[2])
